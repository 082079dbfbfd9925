import { describe, expect, it } from 'vitest';
import { LaneLimits } from './lane-limits.js';

const answered = { error: null, durationMs: 5 };
const failedQuickly = { error: 'http_error', durationMs: 5 } as const;
const timedOut = { error: 'timeout', durationMs: 15_000 } as const;
type Result = typeof answered | typeof failedQuickly | typeof timedOut;

const limitsAfter = (...results: Result[]) => {
  const limits = new LaneLimits(16);
  for (const each of results) limits.learn(each);
  return limits;
};
const times = (count: number, each: Result) => Array.from({ length: count }, () => each);

describe('an endpoint', () => {
  it('that nothing is known of gets nothing in advance', () => {
    expect(limitsAfter().capacity).toBe(16);
  });

  it('that answers quickly gets claimed deliveries in advance', () => {
    expect(limitsAfter(...times(3, answered)).capacity).toBe(128);
  });

  it('that runs into deadlines is narrowed, but never closed', () => {
    expect(limitsAfter(timedOut).capacity).toBe(8);
    expect(limitsAfter(...times(9, timedOut)).capacity).toBe(4);
  });

  it('that fails quickly keeps its calls', () => {
    expect(limitsAfter(...times(9, failedQuickly)).isNarrowed).toBe(false);
  });

  it('that answers again is widened step by step', () => {
    const limits = limitsAfter(...times(2, timedOut), ...times(11, answered));
    expect(limits.isNarrowed).toBe(true);
    limits.learn(answered);
    expect(limits.isNarrowed).toBe(false);
  });
});
