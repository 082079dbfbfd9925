import { type LocationRow, NO_RATES, rateFor } from '#contexts/locations';
import type { Quote } from '../domain/item.payment.js';

/** What a Location's rates say of sending an item. @param url where its owner pays, unless somebody says otherwise */
export function quoteOf({ shipping }: Pick<LocationRow, 'shipping'>, url: () => string): Quote {
  const { paidBy, currency, rates } = shipping ?? NO_RATES;
  return (countryID, weightID) => {
    if (rates.length === 0 || currency === null) return 'free';
    const rate = rateFor({ paidBy, currency, rates }, countryID, weightID);
    if (rate === null || paidBy === 'location') return rate && 'free';
    return { amount: rate.price, currency, url: url() };
  };
}
