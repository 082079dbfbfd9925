import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Installation } from './installation.js';
import type { Load } from './load.js';
import { heldNow, settle } from './oracle.js';
import { between } from './seed.js';

/** Milliseconds a fault lasts: longer than the limits of a call. */
const LASTS = 22_000;
/** After the end of a fault changes are acknowledged again within so many milliseconds. */
export const BACK_WITHIN = 20_000;

/** The status of an installation's `/health/ready`. */
export async function ready(service: Installation): Promise<number> {
  const answer = await fetch(new URL('/health/ready', service.url), { signal: AbortSignal.timeout(5_000) });
  return answer.status;
}

/** How a fault begins and ends, what is looked at while it lasts, and which deliveries may come twice by it. */
export interface Fault {
  begin(): unknown;
  end(): unknown;
  during?(load: Load): Promise<unknown>;
  suspects?: Set<string>;
}

/** Front desks work before, during and after a fault of `LASTS` milliseconds. @returns what they called */
export async function through(service: Installation, { begin, end, during, suspects = new Set() }: Fault): Promise<Load> {
  await service.worker();
  const load = service.load(8);
  await load.grows(between(20, 60));
  await suspect(service, suspects);
  await begin();
  const over = performance.now() + LASTS;
  await during?.(load);
  while (performance.now() < over) await pause(100);
  await end();
  await load.grows(20, BACK_WITHIN);
  await suspect(service, suspects);
  await load.stop();
  await vi.waitFor(async () => expect(await ready(service)).toBe(200), { timeout: 5_000, interval: 100 });
  expect(load.hung, 'calls without an answer within 15 seconds').toBe(0);
  await settle(service, load, [...suspects]);
  return load;
}

/** Adds the deliveries that a worker holds now: they may come twice. */
export async function suspect(service: Installation, suspects: Set<string>): Promise<void> {
  for (const id of await heldNow(service)) suspects.add(id);
}
