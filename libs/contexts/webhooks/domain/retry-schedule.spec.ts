import { describe, expect, it } from 'vitest';
import type { AttemptResult } from './attempt.js';
import { type AttemptedDelivery, judge } from './retry-schedule.js';

const DAY = 24 * 60 * 60 * 1000;
const schedule = [5_000, 300_000];
const answer = (responseStatus: number, retryAfter: number | null = null): AttemptResult => ({
  error: responseStatus < 300 ? null : 'http_error',
  responseStatus,
  responseBody: '',
  address: '203.0.113.7',
  durationMs: 12,
  retryAfterMs: retryAfter,
});
const fresh: AttemptedDelivery = { step: 0, failingForMs: null };
const verdictOf = (result: AttemptResult, delivery: Partial<AttemptedDelivery> = {}, random = 0) =>
  judge(result, { ...fresh, ...delivery }, { schedule, random: () => random });

describe('after an attempt', () => {
  it.each([
    ['a 200 ends it', answer(200), {}, 0, { retryInMs: null, disable: null }],
    ['a 204 ends it', answer(204), { step: 1 }, 0, { retryInMs: null, disable: null }],
    ['a first failure waits the first step', answer(500), {}, 0, { retryInMs: 5_000, disable: null }],
    ['a second failure waits the second step', answer(500), { step: 1 }, 0, { retryInMs: 300_000, disable: null }],
    ['jitter adds at most a fifth', answer(500), {}, 0.999999, { retryInMs: 6_000, disable: null }],
    ['the schedule ends', answer(500), { step: 2 }, 0, { retryInMs: null, disable: null }],
    ['Retry-After lengthens a step', answer(503, 8_000), {}, 0, { retryInMs: 8_000, disable: null }],
    ['but to no more than twice', answer(503, 60_000), {}, 0, { retryInMs: 10_000, disable: null }],
    ['and never shortens it', answer(429, 1_000), {}, 0, { retryInMs: 5_000, disable: null }],
    ['410 disables the kind', answer(410), {}, 0, { retryInMs: null, disable: 'gone' }],
    ['five failing days disable it', answer(500), { failingForMs: 5 * DAY }, 0, { retryInMs: null, disable: 'failing' }],
    ['four do not', answer(500), { failingForMs: 4 * DAY }, 0, { retryInMs: 5_000, disable: null }],
  ])('%s', (_fact, result, delivery, random, verdict) => {
    expect(verdictOf(result, delivery, random)).toEqual(verdict);
  });
});
