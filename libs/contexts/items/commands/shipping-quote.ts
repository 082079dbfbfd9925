import { isNeverSent, isPricedByCarrier, type LocationRow, NO_RATES, paymentUrlFor, rateFor } from '#contexts/locations';
import { amountOf, type Money } from '#platform/kernel';
import type { Quote } from '../domain/item.payment.js';
import type { ItemRow } from '../read-model/item.entity.js';

/** The item that a quote is for, and its Location. */
interface Quoted {
  location: Pick<LocationRow, 'shipping'>;
  item: Pick<ItemRow, 'id' | 'handling' | 'categories'>;
  /** The owner's page, for Locations without a payment URL. */
  page: () => string;
  /** The price by the carrier, where the Location has that paid; null where none can be had. */
  byCarrier?: Money | null;
}

/** The price of sending an item, by a Location's rates or its carrier. */
export function quoteOf({ location: { shipping }, item, page, byCarrier = null }: Quoted): Quote {
  const { paidBy, currency, rates, paymentUrl } = shipping ?? NO_RATES;
  const paid = (amount: number, paidIn: string) => {
    const url = paymentUrl ? paymentUrlFor(paymentUrl, { itemID: item.id, amount, currency: paidIn }) : page();
    return { amount, currency: paidIn, url };
  };
  return (countryID, weightID) => {
    if (isNeverSent(shipping, item)) return 'never';
    if (isPricedByCarrier(shipping)) return byCarrier && paid(amountOf(byCarrier), byCarrier.currency);
    if (rates.length === 0 || currency === null) return 'free';
    const rate = rateFor({ rates }, countryID, weightID);
    return rate === null || paidBy === 'location' ? rate && 'free' : paid(rate.price, currency);
  };
}
