import { describe, expect, it } from 'vitest';
import { pauseBefore, retryAfterMs } from './index.js';

const policy = (random = 0) => ({ schedule: [1_000, 60_000], random: () => random });

it('pauses grow by at most a fifth, so that what failed together does not come back together', () => {
  expect(pauseBefore(policy(), 1)).toBe(60_000);
  expect(pauseBefore(policy(0.999999), 1)).toBe(72_000);
});

it('a pause asked for is kept up to twice the planned one', () => {
  expect(pauseBefore(policy(), 1, 90_000)).toBe(90_000);
  expect(pauseBefore(policy(), 1, 900_000)).toBe(120_000);
  expect(pauseBefore(policy(), 1, 1)).toBe(60_000);
});

it('the schedule ends', () => {
  expect(pauseBefore(policy(), 2)).toBeNull();
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T02:05:00Z');
  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 02:06:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 02:04:00 GMT', 0],
    ['soon', null],
    [undefined, null],
  ])('%s is %s milliseconds', (header, milliseconds) => {
    expect(retryAfterMs(header, now)).toBe(milliseconds);
  });
});
