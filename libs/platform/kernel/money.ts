/** An amount of money in the smallest unit of its currency: 990 are € 9.90, 900 are ¥ 900. Computed with as a whole number alone. */
export interface Money {
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
}

/** How many decimals amounts of a currency are written with: 2 for euros, 0 for yen, 3 for dinars of Kuwait. */
export function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;
}

/** Money of an amount as records and settings have it, `9.9`; rounded to the smallest unit. */
export function moneyOf(amount: number, currency: string): Money {
  // By the digits of the number: 1.005 * 100 is less than 100.5.
  return { amount: Math.round(Number(`${amount}e${decimalsOf(currency)}`)), currency };
}

/** The amount as records have it: `9.9`. */
export function amountOf({ amount, currency }: Money): number {
  return Number(`${amount}e-${decimalsOf(currency)}`);
}

/** The amount as people and most providers write it: `9.90`, `900`. */
export function writtenAmount(money: Money): string {
  return amountOf(money).toFixed(decimalsOf(money.currency));
}

/** Money of an amount that a provider wrote, `"9.90"` and `"usd"`; null where that is none. */
export function readMoney(amount: string, currency: string): Money | null {
  const code = currency.toUpperCase();
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(amount) || !CURRENCIES.has(code)) return null;
  return moneyOf(Number(amount), code);
}

/** Whether two are the same: of one currency, to the smallest unit. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
