import { describe, expect, it } from 'vitest';
import { type LocationShipping, paymentUrlFor, rateFor, type ShippingRate, shipsAnywhere } from './shipping-rates.js';

const rate = (days: string, countries: string[] | null, weightID: number | null): ShippingRate => ({
  countries,
  weightID,
  price: 1,
  days,
});
const shipping = (...rates: ShippingRate[]): LocationShipping => ({ paidBy: 'guest', currency: 'EUR', rates });

describe('the rate for an item', () => {
  const all = shipping(
    rate('anywhere', null, null),
    rate('anywhere, light', null, 1),
    rate('Germany', ['DE', 'AT'], null),
    rate('Germany, light', ['DE'], 1),
  );

  it.each([
    ['DE', 1, 'Germany, light'],
    ['DE', 2, 'Germany'],
    ['AT', 1, 'Germany'],
    ['FR', 1, 'anywhere, light'],
    ['FR', null, 'anywhere'],
    [null, null, 'anywhere'],
  ])('to %s of weight %s is that for %s: a named country goes first, then a named weight', (country, weight, days) => {
    expect(rateFor(all, country, weight)?.days).toBe(days);
    expect(rateFor({ ...all, rates: all.rates.toReversed() }, country, weight)?.days).toBe(days);
  });

  it('is none where none fits', () => {
    const some = shipping(rate('Germany, light', ['DE'], 1));
    expect(rateFor(some, 'FR', 1)).toBeNull();
    expect(rateFor(some, 'DE', 2)).toBeNull();
    expect(rateFor(some, 'DE', null)).toBeNull();
    expect([shipsAnywhere(some, 1), shipsAnywhere(some, 2), shipsAnywhere(shipping(), 2)]).toEqual([true, false, true]);
  });
});

it.each([
  [9.9, 'EUR', 'https://pay.example/7?amount=9.90&currency=EUR'],
  [900, 'JPY', 'https://pay.example/7?amount=900&currency=JPY'],
  [1.5, 'KWD', 'https://pay.example/7?amount=1.500&currency=KWD'],
])('a payment of %s %s is made at %s', (amount, currency, url) => {
  const template = 'https://pay.example/{itemID}?amount={amount}&currency={currency}';
  expect(paymentUrlFor(template, { itemID: 7, amount, currency })).toBe(url);
});
