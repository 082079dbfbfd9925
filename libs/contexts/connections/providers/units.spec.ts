import { describe, expect, it } from 'vitest';
import { isSameMoney, moneyOf } from '#platform/kernel';
import { moneyAt, unitsAt, writtenAt } from './units.js';

describe('an amount', () => {
  it.each([
    ['stripe', 9.9, 'EUR', 990],
    ['stripe', 900, 'JPY', 900],
    ['stripe', 5000, 'MGA', 5000],
    ['stripe', 500, 'ISK', 50_000],
    ['stripe', 500, 'UGX', 50_000],
    ['stripe', 9.9, 'KWD', 9_900],
    ['stripe', 9.905, 'KWD', null],
    ['mollie', 9.9, 'EUR', 990],
    ['mollie', 500, 'ISK', 500],
  ] as const)('is counted by %s by its own list: %s %s', (provider, amount, currency, units) => {
    const money = moneyOf(amount, currency);
    expect(unitsAt(provider, money)).toBe(units);
    if (units !== null) expect(moneyAt(provider, units, currency.toLowerCase())).toEqual(money);
  });

  it('is written with the decimals of the list', () => {
    expect(writtenAt('mollie', moneyOf(9.9, 'EUR'))).toBe('9.90');
    expect(writtenAt('mollie', moneyOf(900, 'JPY'))).toBe('900');
    expect(writtenAt('mollie', moneyOf(5, 'HUF'))).toBe('5.00');
  });

  it('that is no whole number of ours is never what was asked', () => {
    expect(isSameMoney(moneyAt('stripe', 50_030, 'isk'), moneyOf(500, 'ISK'))).toBe(false);
  });
});
