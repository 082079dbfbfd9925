import { describe, expect, it } from 'vitest';
import type { AttemptResult } from './attempt.js';
import { Lane } from './lane.js';

const result = (error: AttemptResult['error'], durationMs: number): AttemptResult => ({
  error,
  durationMs,
  responseStatus: null,
  responseBody: null,
  address: null,
  retryAfterMs: null,
});
const laneAfter = (...results: AttemptResult[]) => {
  const lane = new Lane(16);
  for (const each of results) lane.learn(each);
  return lane;
};
const times = (count: number, each: AttemptResult) => Array.from({ length: count }, () => each);

describe('an endpoint', () => {
  it('that nothing is known of gets no stock', () => {
    expect(laneAfter().capacity).toBe(16);
  });

  it('that answers quickly gets a stock of claimed deliveries', () => {
    expect(laneAfter(...times(3, result(null, 5))).capacity).toBe(128);
  });

  it('that runs into deadlines is narrowed, but never closed', () => {
    expect(laneAfter(result('timeout', 15_000)).capacity).toBe(8);
    expect(laneAfter(...times(9, result('timeout', 15_000))).capacity).toBe(4);
  });

  it('that fails quickly keeps its width', () => {
    expect(laneAfter(...times(9, result('http_error', 5))).suspected).toBe(false);
  });

  it('that answers again is widened step by step', () => {
    const lane = laneAfter(...times(2, result('timeout', 15_000)), ...times(11, result(null, 5)));
    expect(lane.suspected).toBe(true);
    lane.learn(result(null, 5));
    expect(lane.suspected).toBe(false);
  });
});
