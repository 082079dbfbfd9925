import { describe, expect, it } from 'vitest';
import { amountOf, isSameMoney, moneyOf, readMoney, writtenAmount } from './money.js';

describe('money is counted in the smallest unit of its currency', () => {
  it.each([
    [9.9, 'EUR', 990, '9.90'],
    [900, 'JPY', 900, '900'],
    [1.2345, 'KWD', 1_235, '1.235'],
    [1.005, 'EUR', 101, '1.01'],
    [0.1 + 0.2, 'EUR', 30, '0.30'],
    [0, 'EUR', 0, '0.00'],
  ])('%s %s is %s, written %s', (amount, currency, units, written) => {
    expect(moneyOf(amount, currency)).toEqual({ amount: units, currency });
    expect(writtenAmount({ amount: units, currency })).toBe(written);
    expect(amountOf({ amount: units, currency })).toBe(Number(written));
  });

  it('reads what a provider wrote, and nothing else', () => {
    expect(readMoney('7.58', 'usd')).toEqual({ amount: 758, currency: 'USD' });
    for (const [amount, currency] of [
      ['7,58', 'USD'],
      ['', 'USD'],
      ['1e3', 'USD'],
      ['7.58', 'XYZ'],
      ['7.58', ''],
    ] as const) {
      expect([amount, currency, readMoney(amount, currency)]).toEqual([amount, currency, null]);
    }
  });

  it('is the same only to the smallest unit of one currency', () => {
    expect(isSameMoney({ amount: 990, currency: 'EUR' }, { amount: 990, currency: 'EUR' })).toBe(true);
    expect(isSameMoney({ amount: 990, currency: 'EUR' }, { amount: 991, currency: 'EUR' })).toBe(false);
    expect(isSameMoney({ amount: 990, currency: 'EUR' }, { amount: 990, currency: 'USD' })).toBe(false);
  });
});
