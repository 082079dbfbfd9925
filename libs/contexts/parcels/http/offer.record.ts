import { ApiProperty } from '@nestjs/swagger';
import type { Offer } from '#contexts/connections';
import { amountOf } from '#platform/kernel';

/** One way to send a parcel. */
export class OfferRecord {
  @ApiProperty({ type: String, example: 'dhl:parcel_connect', description: 'Names it when a label is bought' }) service!: string;
  @ApiProperty({ type: String, example: 'DHL Parcel Connect', description: 'Its name' }) name!: string;
  @ApiProperty({ type: Number, example: 9.95, description: 'What the carrier takes' }) price!: number;
  @ApiProperty({ type: String, example: 'EUR', description: 'Currency of the price (ISO 4217)' }) currency!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2–4',
    description: 'How many days it takes, as far as the carrier says',
  })
  days!: string | null;
}

export function offerRecord({ service, name, price, days }: Offer): OfferRecord {
  return { service, name, price: amountOf(price), currency: price.currency, days };
}
