import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { Metrics } from './metrics.js';
import { Watchdog } from './watchdog.js';

let watchdog: Watchdog;
const stalled: string[] = [];
afterEach(() => watchdog.onApplicationShutdown());

it('a loop whose round never ends is named, one that works or rests is not', async () => {
  const metrics = new Metrics();
  watchdog = new Watchdog(metrics);
  const [stuck, busy, resting] = ['stuck', 'busy', 'resting'].map((name) => watchdog.loop(name, 1_500));
  watchdog.start(({ message }) => stalled.push(message));
  await resting!.round(async () => 'done');
  void stuck!.round(() => new Promise(() => {}));
  for (let round = 0; round < 8; round++) await busy!.round(() => pause(400));
  expect(new Set(stalled)).toEqual(
    new Set(['The loop "stuck" has stood still for 2 s.', 'The loop "stuck" has stood still for 3 s.']),
  );
  expect(await metrics.registry.metrics()).toMatch(/loop_standing_seconds\{loop="stuck"\} [23]/);
});

it('a loop that has stood still for half of its bound makes the process not ready, before it ends it', async () => {
  watchdog = new Watchdog(new Metrics());
  const stalls: string[] = [];
  const loop = watchdog.loop('claims', 4_500);
  watchdog.start(({ message }) => stalls.push(message));
  await watchdog.check();
  let end = () => {};
  const round = loop.round(() => new Promise<void>((resolve) => (end = resolve)));
  await pause(1_200);
  await watchdog.check();
  await vi.waitFor(() => expect(watchdog.check()).rejects.toThrow('The loop "claims" has stood still for 3 s.'), 4_000);
  expect(stalls).toEqual([]);
  end();
  await round;
  await watchdog.check();
}, 10_000);

it('a process that was stopped as a whole blames no loop for it', async () => {
  watchdog = new Watchdog(new Metrics());
  const stalls: string[] = [];
  const loop = watchdog.loop('working', 4_500);
  watchdog.start(({ message }) => stalls.push(message));
  const round = loop.round(() => pause(1_500));
  await pause(1_100);
  const end = performance.now() + 5_000;
  while (performance.now() < end);
  await round;
  await pause(100);
  expect(stalls).toEqual([]);
}, 10_000);
