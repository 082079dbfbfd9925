import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pauses } from './pauses.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('pauses grow to half a minute, and begin anew once what ends has run for as long', () => {
  const pauses = new Pauses();
  const next = () => {
    const pause = pauses.next();
    pauses.begin();
    return pause;
  };
  expect(Array.from({ length: 7 }, next)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  vi.advanceTimersByTime(29_999);
  expect(next()).toBe(30_000);
  vi.advanceTimersByTime(30_000);
  expect(next()).toBe(1_000);
});
