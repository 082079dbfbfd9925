import type { Answer } from '../calls/answer.js';

/** Ours, in what was given with a payment or refund; what others made by the same account may have anything there. */
export function referenceOf(given: Answer): string | null {
  const reference = (given.value as { metadata?: { reference?: unknown } | null } | null)?.metadata?.reference;
  return typeof reference === 'string' ? reference : null;
}

/** Whether a refund came to nothing, as Stripe and Mollie both say it. */
export const hasFailed = (refund: Answer) => ['failed', 'canceled'].includes(refund.at('status').text());
