import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import type { Installation } from './installation.js';
import type { Load } from './load.js';
import { settle, suspectHeld } from './oracle.js';
import { between } from './seed.js';

/** Milliseconds a fault lasts: longer than the limits of a call. */
const LASTS = 22_000;
/** After the end of a fault changes are acknowledged again within so many milliseconds. */
export const BACK_WITHIN = 20_000;

/** How a fault begins and ends, and what is looked at while it lasts. */
interface Fault {
  begin(): unknown;
  end(): unknown;
  during?(load: Load): Promise<unknown>;
  /** What a worker holds at any time may come twice then, not only what it holds when the fault begins and ends. */
  breaksConnections?: boolean;
}

/** Front desks work, beside a worker, before, during and after a fault of `LASTS` milliseconds. @returns what they called */
export async function through(service: Installation, { begin, end, during, breaksConnections = false }: Fault): Promise<Load> {
  const suspect = () => suspectHeld(service);
  const watching = breaksConnections ? setInterval(() => void suspect().catch(() => undefined), 200) : undefined;
  onTestFinished(() => clearInterval(watching));
  const load = service.load(8);
  await load.grows(between(20, 60));
  await suspect();
  await begin();
  const over = performance.now() + LASTS;
  await during?.(load);
  while (performance.now() < over) await pause(100);
  await end();
  await suspect();
  await load.grows(20, BACK_WITHIN);
  await suspect();
  await load.stop();
  await vi.waitFor(async () => expect(await service.ready()).toBe(200), { timeout: 5_000, interval: 100 });
  expect(load.hung, 'calls without an answer within 15 seconds').toBe(0);
  await settle(service, load);
  return load;
}
