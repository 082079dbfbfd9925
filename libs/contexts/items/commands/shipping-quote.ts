import { type LocationRow, NO_RATES, paymentUrlFor, rateFor } from '#contexts/locations';
import type { Quote } from '../domain/item.payment.js';

/** The price of sending an item, by a Location's rates. @param page the owner's page, for Locations without a payment URL */
export function quoteOf({ shipping }: Pick<LocationRow, 'shipping'>, itemID: number, page: () => string): Quote {
  const { paidBy, currency, rates, paymentUrl } = shipping ?? NO_RATES;
  return (countryID, weightID) => {
    if (rates.length === 0 || currency === null) return 'free';
    const rate = rateFor({ rates }, countryID, weightID);
    if (rate === null || paidBy === 'location') return rate && 'free';
    const url = paymentUrl ? paymentUrlFor(paymentUrl, { itemID, amount: rate.price, currency }) : page();
    return { amount: rate.price, currency, url };
  };
}
