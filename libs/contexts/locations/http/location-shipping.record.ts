import { ApiProperty } from '@nestjs/swagger';
import { NO_RATES } from '../domain/shipping-rates.js';
import type { LocationRow } from '../read-model/location.queries.js';

class ShippingRateRecord {
  @ApiProperty({
    type: [String],
    nullable: true,
    example: ['DE'],
    description: 'Countries; null for all that no other rate names',
  })
  countries!: string[] | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'Service class; null for every weight' }) weightID!:
    | number
    | null;
  @ApiProperty({ type: Number, example: 9.9, description: 'What the shipment costs' }) price!: number;
  @ApiProperty({ type: String, nullable: true, example: '2–3', description: 'How many days it takes' }) days!: string | null;
}

/** How a Location ships items to their owners. */
export class LocationShippingRecord {
  @ApiProperty({ type: String, enum: ['guest', 'location'], example: 'guest', description: 'Who pays for shipments' })
  paidBy!: 'guest' | 'location';
  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'Currency of the prices; null while never set' })
  currency!: string | null;
  @ApiProperty({
    type: [ShippingRateRecord],
    description: 'Rates; without one the Location ships everywhere, at its own expense',
  })
  rates!: ShippingRateRecord[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://pay.example.com/{itemID}?amount={amount}&currency={currency}',
    description: 'Where guests pay; null where each is sent a link',
  })
  paymentUrl!: string | null;
}

export function locationShippingRecord({ shipping }: LocationRow): LocationShippingRecord {
  return { paymentUrl: null, ...(shipping ?? NO_RATES) };
}
