import { decimalsOf } from '#platform/kernel';

/** Price and duration of an item's shipment. */
export interface ShippingRate {
  /** null: all countries that no other rate names. */
  countries: string[] | null;
  /** The service class; null: every weight. */
  weightID: number | null;
  price: number;
  /** As shown to the guest, e.g. `2–3`. */
  days: string | null;
}

/** How a Location ships: without rates it is free of charge, everywhere (decisions.md, section 12). */
export interface LocationShipping {
  paidBy: 'guest' | 'location';
  /** ISO 4217; null while there are no rates. */
  currency: string | null;
  rates: ShippingRate[];
  /** Where guests pay, with `{itemID}`, `{amount}` and `{currency}` to be replaced; omitted by earlier releases. */
  paymentUrl?: string | null;
  /** The connection of the carrier that sells labels; omitted by earlier releases, as what follows. */
  carrierID?: number | null;
  /** Handlings and categories that are never sent. */
  notShipped?: string[];
  /** Whether guests pay by the rates, or what the carrier takes at the time. */
  pricing?: Pricing;
  /** The fee that guests pay beside the carrier's price, in the Location's currency. */
  handlingFee?: number;
}

/** The handlings of items, by which they may be left out. */
export const HANDLINGS = ['normal', 'valuable', 'document', 'perishable', 'discreet'] as const;

export const PRICINGS = ['rates', 'carrier'] as const;
export type Pricing = (typeof PRICINGS)[number];

/** The kinds that are never sent until a Location says otherwise. */
export const NOT_SHIPPED: readonly string[] = ['perishable'];

export const NO_RATES: LocationShipping = { paidBy: 'location', currency: null, rates: [], paymentUrl: null };

/** Whether an item is of a kind that the Location never sends (decisions.md, section 14). */
export function isNeverSent(
  shipping: LocationShipping | null,
  item: { handling: string; categories: readonly string[] },
): boolean {
  const never = shipping?.notShipped ?? NOT_SHIPPED;
  return never.includes(item.handling) || item.categories.some((category) => never.includes(category));
}

/** Whether guests pay what the carrier takes, and not by the rates. */
export function isPricedByCarrier(shipping: LocationShipping | null): boolean {
  return shipping?.paidBy === 'guest' && shipping.pricing === 'carrier';
}

/** Where a shipment is paid. The amount is written with a point and the decimals of its currency: `9.90`, `900` yen. */
export function paymentUrlFor(template: string, paid: { itemID: number; amount: number; currency: string }): string {
  const { currency } = paid;
  const values = { ...paid, amount: paid.amount.toFixed(decimalsOf(currency)) };
  return template.replace(/\{(itemID|amount|currency)\}/g, (_match, name: keyof typeof values) => String(values[name]));
}

/**
 * The rate for an item: one that names the country goes before one for all others, then one that names the weight.
 * @returns null when no rate fits, and there it is not sent
 */
export function rateFor(
  { rates }: Pick<LocationShipping, 'rates'>,
  countryID: string | null,
  weightID: number | null,
): ShippingRate | null {
  const fits = rates.filter(
    (rate) =>
      (rate.countries === null || (countryID !== null && rate.countries.includes(countryID))) &&
      (rate.weightID === null || rate.weightID === weightID),
  );
  const rank = (rate: ShippingRate) => (rate.countries === null ? 2 : 0) + (rate.weightID === null ? 1 : 0);
  return fits.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** Whether an item of this weight is sent to any country at all. */
export function shipsAnywhere({ rates }: LocationShipping, weightID: number | null): boolean {
  return rates.length === 0 || rates.some((rate) => rate.weightID === null || rate.weightID === weightID);
}
