import type { ComponentProps } from 'preact';

/**
 * An amount of money, with a point or a comma. Fields for numbers drop the comma where the browser has another language than its user,
 * so that 9,90 is 990, and a turn of the wheel changes them.
 * @param currency of which it may have as many decimals as that has
 */
export function Amount({ currency = 'EUR', ...props }: ComponentProps<'input'> & { currency?: string | undefined }) {
  const { maximumFractionDigits: most = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const pattern = String.raw`\s*\d+([.,]\d{1,${Math.max(2, most)}})?\s*`;
  return <input type="text" inputMode="decimal" pattern={pattern} title="9.90" autocomplete="off" {...props} />;
}

export const amountOf = (text: string): number => Number(text.replace(',', '.'));
