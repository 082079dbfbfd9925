/** Each pause is extended by up to this share, so that calls that failed at the same time are not retried at the same time. */
const JITTER = 0.2;

/** When failed calls are retried. */
export interface RetryPolicy {
  /** Milliseconds before the first retry, the second, … */
  schedule: readonly number[];
  /** A number in [0, 1). */
  random: () => number;
}

/**
 * The pause in milliseconds before the next attempt; null when the schedule has ended.
 * @param step how many pauses of the schedule have passed
 * @param asked milliseconds that the receiver requested (Retry-After); it can extend a pause to at most twice its planned length
 */
export function pauseBefore({ schedule, random }: RetryPolicy, step: number, asked: number | null = null): number | null {
  const planned = schedule[step];
  if (planned === undefined) return null;
  const jittered = planned * (1 + JITTER * random());
  return Math.round(Math.min(Math.max(jittered, asked ?? 0), planned * 2));
}

/** `Retry-After` is a number of seconds or an HTTP date (RFC 9110, 10.2.3). Anything else is ignored. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
