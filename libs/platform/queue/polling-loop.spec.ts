import { afterEach, expect, it, vi } from 'vitest';
import { Metrics, Watchdog } from '#platform/observability';
import { PollingLoop } from './polling-loop.js';

const LONG = 60 * 60_000;
let loop: PollingLoop;
afterEach(() => loop.stop());

/** A loop with a long interval that counts its rounds. */
function counted(round: (count: number) => Promise<boolean>, interval = LONG) {
  const seen = { rounds: 0, problems: [] as unknown[] };
  const times = { interval, bound: LONG };
  const log = { error: (problem: unknown) => void seen.problems.push(problem) };
  loop = new PollingLoop(new Watchdog(new Metrics()), 'counted', times, () => round(++seen.rounds), log);
  return seen;
}

it('a round follows at once while there is more, and then after the interval', async () => {
  const seen = counted(async (count) => count < 5, 20);
  loop.start();
  await vi.waitFor(() => expect(seen.rounds).toBeGreaterThan(6), 50_000);
});

it('a wake-up during a round is not lost, and many are one', async () => {
  let finish = () => {};
  const first = new Promise<boolean>((resolve) => {
    finish = () => resolve(false);
  });
  const seen = counted((count) => (count === 1 ? first : Promise.resolve(false)));
  loop.start();
  loop.wake();
  loop.wake();
  finish();
  await vi.waitFor(() => expect(seen.rounds).toBe(2), 50_000);
  loop.wake();
  await vi.waitFor(() => expect(seen.rounds).toBe(3), 50_000);
});

it('a failed round is reported, and the next comes after the interval', async () => {
  const seen = counted(async (count) => {
    if (count === 1) throw new Error('no database');
    return false;
  }, 20);
  loop.start();
  await vi.waitFor(() => expect(seen.rounds).toBeGreaterThan(1), 50_000);
  expect(seen.problems).toEqual([new Error('no database')]);
});

it('a loop that stops waits for its round and begins no other', async () => {
  let finish = () => {};
  const seen = counted(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(true);
      }),
  );
  loop.start();
  let stopped = false;
  const stopping = loop.stop().then(() => {
    stopped = true;
  });
  expect(loop.isStopping).toBe(true);
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(seen.rounds).toBe(1);
});
