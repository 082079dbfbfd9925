/** Up to this share is added to each pause, so that what failed together does not come back together. */
const JITTER = 0.2;

/** When what failed is tried again. */
export interface RetryPolicy {
  /** Milliseconds before the first retry, the second, … */
  schedule: readonly number[];
  /** A number in [0, 1). */
  random: () => number;
}

/**
 * The pause in milliseconds before the next try, null when the schedule has ended.
 * @param step how many pauses of the schedule are over
 * @param asked milliseconds the other side asked for; it moves a pause between its own length and twice that
 */
export function pauseBefore({ schedule, random }: RetryPolicy, step: number, asked: number | null = null): number | null {
  const planned = schedule[step];
  if (planned === undefined) return null;
  const jittered = planned * (1 + JITTER * random());
  return Math.round(Math.min(Math.max(jittered, asked ?? 0), planned * 2));
}
