import { amountOf, decimalsOf, type Money } from '#platform/kernel';

/**
 * The currencies that each provider of payments does not count in hundredths, by its own list: that is neither ISO 4217's nor the same at
 * two of them. https://docs.stripe.com/currencies#zero-decimal, https://docs.mollie.com/docs/multicurrency
 */
const LISTS = {
  stripe: { whole: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', thousandths: 'BHD JOD KWD OMR TND' },
  mollie: { whole: 'ISK JPY', thousandths: '' },
} as const;
type Counting = keyof typeof LISTS;

/** Amounts that a provider takes only in such steps: of thousandths Stripe wants the last digit 0, of these two the last two. */
function stepOf(provider: Counting, currency: string): number {
  if (provider !== 'stripe') return 1;
  return decimalsAt(provider, currency) === 3 ? 10 : currency === 'ISK' || currency === 'UGX' ? 100 : 1;
}

function decimalsAt(provider: Counting, currency: string): number {
  const { whole, thousandths } = LISTS[provider];
  return whole.includes(currency) ? 0 : thousandths.includes(currency) ? 3 : 2;
}

/** Money as the provider counts it; null where it takes no such amount. */
export function unitsAt(provider: Counting, money: Money): number | null {
  const units = Number(`${amountOf(money)}e${decimalsAt(provider, money.currency)}`);
  return Number.isSafeInteger(units) && units % stepOf(provider, money.currency) === 0 ? units : null;
}

/** The same, as the provider writes it: `9.90`. */
export function writtenAt(provider: Counting, money: Money): string | null {
  return unitsAt(provider, money) === null ? null : amountOf(money).toFixed(decimalsAt(provider, money.currency));
}

/** Money that the provider counted. An amount that is no whole number of our units stays none, so that it is not the one that was asked. */
export function moneyAt(provider: Counting, units: number, currency: string): Money {
  const code = currency.toUpperCase();
  return { amount: Number(`${units}e${decimalsOf(code) - decimalsAt(provider, code)}`), currency: code };
}
