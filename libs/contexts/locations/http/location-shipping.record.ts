import { ApiProperty } from '@nestjs/swagger';
import { type LocationShipping, NO_RATES, NOT_SHIPPED, PRICINGS, type Pricing } from '../domain/shipping-rates.js';

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
  static readonly versioned = true;
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
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'Connection of the carrier that parcels go with; null where there is none, or it is switched off or deleted',
  })
  carrierID!: number | null;
  @ApiProperty({ type: [String], example: ['perishable'], description: 'Handlings and categories that are never sent' })
  notShipped!: string[];
  @ApiProperty({
    type: String,
    enum: PRICINGS,
    example: 'rates',
    description: 'What guests pay: by rates, or what the carrier takes',
  })
  pricing!: Pricing;
  @ApiProperty({ type: Number, example: 0, description: 'What guests pay beside the carrier’s price' }) handlingFee!: number;
}

/** @param hasCarrier whether the carrier that is named may be used */
export function locationShippingRecord(shipping: LocationShipping | null, hasCarrier: boolean): LocationShippingRecord {
  const { paidBy, currency, rates, paymentUrl = null, carrierID = null, ...rest } = shipping ?? NO_RATES;
  const { notShipped = [...NOT_SHIPPED], pricing = 'rates', handlingFee = 0 } = rest;
  return { paidBy, currency, rates, paymentUrl, carrierID: hasCarrier ? carrierID : null, notShipped, pricing, handlingFee };
}
