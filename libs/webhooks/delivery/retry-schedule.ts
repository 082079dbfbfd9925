import type { AttemptResult } from './attempt.js';

/** Up to this share is added to each step, so that what failed together does not come back together. */
const JITTER = 0.2;
const FIVE_DAYS = 5 * 24 * 60 * 60 * 1000;

export interface RetryPolicy {
  /** Milliseconds before the first retry, the second, … */
  schedule: readonly number[];
  /** A number in [0, 1). */
  random: () => number;
}

/** What is known of a delivery when an attempt has come back. */
export interface AttemptedDelivery {
  /** Retries already planned by the schedule; redelivery begins it anew. */
  step: number;
  /** Milliseconds for which everything sent to this endpoint has failed, null when its last attempt succeeded. */
  failingForMs: number | null;
}

export interface Verdict {
  status: 'success' | 'failed';
  /** Milliseconds until the next attempt, null when there is none. */
  retryInMs: number | null;
  /** The endpoint takes no more: the kind is disabled (410, or nothing but failures for five days). */
  disable: boolean;
}

/** What follows from an attempt (decisions.md, section 7). */
export function judge(result: AttemptResult, delivery: AttemptedDelivery, policy: RetryPolicy): Verdict {
  if (result.error === null) return { status: 'success', retryInMs: null, disable: false };
  if (result.error === 'endpoint_disabled') return { status: 'failed', retryInMs: null, disable: false };
  if (result.responseStatus === 410 || (delivery.failingForMs ?? 0) >= FIVE_DAYS) {
    return { status: 'failed', retryInMs: null, disable: true };
  }
  const planned = policy.schedule[delivery.step];
  if (planned === undefined) return { status: 'failed', retryInMs: null, disable: false };
  return { status: 'failed', retryInMs: wait(planned, result.retryAfterMs, policy.random()), disable: false };
}

/** `Retry-After` moves a step between its own length and twice that. */
function wait(planned: number, retryAfter: number | null, random: number): number {
  const jittered = planned * (1 + JITTER * random);
  return Math.round(Math.min(Math.max(jittered, retryAfter ?? 0), planned * 2));
}

/** `Retry-After` is a number of seconds or an HTTP date (RFC 9110, 10.2.3). Anything else is ignored. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
