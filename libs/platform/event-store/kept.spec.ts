import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Kept } from './kept.js';

let now = 1;
const pass = (ms: number) => {
  for (const end = now + ms; now < end; vi.advanceTimersByTime(1_000)) now += 1_000;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('what was read of records leaves the memory within a minute, however often it is read meanwhile and though nobody asks then', () => {
  const kept = new Kept<object>({ maxSize: 100, sizeCalculation: () => 1 });
  kept.set('1/7', {});
  pass(8_000);
  kept.set('1/8', {});
  pass(42_000);
  expect(kept.get('1/7')).toBeDefined();
  pass(10_000);
  expect(kept.size).toBe(1);
  pass(8_000);
  expect(kept.size).toBe(0);
  kept.close();
});
