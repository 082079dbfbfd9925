import { CATEGORY_IDS, COUNTRY_CODES } from '#contexts/reference';
import { Choice, Codes, Decimal, Integer, Parts, Text, UrlTemplate } from '#platform/http';
import { HANDLINGS, type LocationShipping, NOT_SHIPPED, PRICINGS, type Pricing } from '../domain/shipping-rates.js';

/** The currencies of ISO 4217 that the runtime can write. */
const CURRENCIES = Intl.supportedValuesOf('currency');

/** The kinds that may be named as never sent. */
const NEVER: readonly string[] = [...HANDLINGS, ...CATEGORY_IDS];

const COUNTRIES = 'Alpha-2 codes of the countries list; null for all countries that no other rate names.';

class ShippingRateRequest {
  @Codes(COUNTRY_CODES, { nullable: true, description: COUNTRIES, example: ['DE'] }) countries?: string[] | null;
  @Integer({ min: 1, max: 6, nullable: true, description: 'Service class of the item; null for every weight.', example: 1 })
  weightID?: number | null;
  @Decimal({ required: true, min: 0, description: 'What the shipment costs', example: 9.9 }) price!: number;
  @Text({ nullable: true, max: 50, description: 'How many days it takes, as shown to the guest', example: '2–3' }) days?:
    | string
    | null;
}

/** `PUT /locations/:locationID/shipping` (decisions.md, section 12): replaces what there was. */
export class ShippingRatesRequest {
  @Choice(['guest', 'location'], { required: true, description: 'Who pays for shipments', example: 'guest' }) paidBy!:
    | 'guest'
    | 'location';
  @Choice(CURRENCIES, { required: true, description: 'Currency of the prices (ISO 4217)', example: 'EUR' }) currency!: string;
  @Parts(() => ShippingRateRequest, {
    required: true,
    most: 300,
    description: 'Without a rate the Location ships everywhere, at its own expense.',
  })
  rates!: ShippingRateRequest[];
  @UrlTemplate({
    nullable: true,
    description: 'Where guests pay, an https URL: `{itemID}`, `{amount}` (`9.90`) and `{currency}` are replaced.',
    example: 'https://pay.example.com/{itemID}?amount={amount}&currency={currency}',
  })
  paymentUrl?: string | null;
  @Integer({
    min: 1,
    nullable: true,
    description: 'Connection of the carrier that parcels go with, enabled and for this Location; null for none',
    example: 1,
  })
  carrierID?: number | null;
  @Codes(NEVER, {
    description: 'Handlings and categories that are never sent; `["perishable"]` by default',
    example: ['perishable'],
  })
  notShipped?: string[];
  @Choice(PRICINGS, {
    description: 'What guests pay: by the `rates`, or the cheapest offer of the `carrier` and the fee',
    example: 'rates',
  })
  pricing?: Pricing;
  @Decimal({
    min: 0,
    max: 1_000,
    description: 'What guests pay beside the carrier’s price, with `pricing: carrier`',
    example: 2.5,
  })
  handlingFee?: number;
}

/** The rates with the defaults of what was left out. */
export function shippingOf(given: ShippingRatesRequest): LocationShipping {
  const { paidBy, currency, rates, paymentUrl = null, carrierID = null, pricing = 'rates', handlingFee = 0 } = given;
  const { notShipped = [...NOT_SHIPPED] } = given;
  const complete = ({ countries = null, weightID = null, price, days = null }: ShippingRateRequest) => ({
    countries,
    weightID,
    price,
    days,
  });
  return { paidBy, currency, rates: rates.map(complete), paymentUrl, carrierID, notShipped, pricing, handlingFee };
}
