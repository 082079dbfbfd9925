import type { ComponentProps } from 'preact';

/**
 * An amount of money, with a point or a comma. Fields for numbers drop the comma where the browser has another language than its user,
 * so that 9,90 is 990, and a turn of the wheel changes them.
 */
export function Amount(props: ComponentProps<'input'>) {
  return <input type="text" inputMode="decimal" pattern="\s*\d+([.,]\d{1,2})?\s*" title="9.90" autocomplete="off" {...props} />;
}

export const amountOf = (text: string): number => Number(text.replace(',', '.'));
