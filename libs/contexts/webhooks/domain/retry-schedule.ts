import { pauseBefore, type RetryPolicy } from '#platform/kernel';
import type { AttemptResult } from './attempt.js';
import type { DisabledReason } from './endpoint-events.js';

const FIVE_DAYS = 5 * 24 * 60 * 60 * 1000;

/** The step of a delivery that is never retried, such as a ping: beyond the end of every schedule. */
export const NO_RETRIES = 1_000;

/** The state of a delivery when an attempt has ended. */
export interface AttemptedDelivery {
  /** Retries already scheduled; a redelivery resets it. */
  step: number;
  /** Milliseconds for which everything sent to this endpoint has failed, null when its last attempt succeeded. */
  failingForMs: number | null;
}

export interface Verdict {
  /** Milliseconds until the next attempt, or null. */
  retryInMs: number | null;
  /** Why the endpoint must be disabled: 410, or only failures for five days; null otherwise. */
  disable: DisabledReason | null;
}

/** Decides what follows from an attempt (decisions.md, section 7). */
export function judge(result: AttemptResult, delivery: AttemptedDelivery, policy: RetryPolicy): Verdict {
  if (result.error === null) return { retryInMs: null, disable: null };
  if (result.responseStatus === 410) return { retryInMs: null, disable: 'gone' };
  if ((delivery.failingForMs ?? 0) >= FIVE_DAYS) return { retryInMs: null, disable: 'failing' };
  return { retryInMs: pauseBefore(policy, delivery.step, result.retryAfterMs), disable: null };
}
