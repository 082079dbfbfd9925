import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { SingleFlight } from './single-flight.js';

it('a call while the work runs joins that run; a later call starts a new one', async () => {
  let runs = 0;
  const flight = new SingleFlight(async () => {
    await turn();
    return ++runs;
  });
  expect(flight.current).toBeNull();
  expect(await Promise.all([flight.run(), flight.run(), flight.current])).toEqual([1, 1, 1]);
  expect(flight.current).toBeNull();
  expect(await flight.run()).toBe(2);
});

it('a run that fails does so for all who wait, and is over', async () => {
  let isBroken = true;
  const flight = new SingleFlight(async () => {
    await turn();
    if (isBroken) throw new Error('broken');
  });
  const waiting = await Promise.allSettled([flight.run(), flight.run()]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  await expect(flight.run()).resolves.toBeUndefined();
});

it('a run at an interval that takes longer than that is followed, and joined by none meanwhile', async () => {
  vi.useFakeTimers();
  let runs = 0;
  let end = () => {};
  const flight = new SingleFlight(() => {
    runs += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const timer = flight.every(1_000);
  await vi.advanceTimersByTimeAsync(5_500);
  expect(runs).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  clearInterval(timer);
  vi.useRealTimers();
});
