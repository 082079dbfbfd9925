import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COMMITS, Follower, shownItems } from '../changes/follower.js';
import { type Call, callsWith } from '../support/call.js';
import { freePort } from '../support/free-port.js';
import { UMBRELLA } from '../support/records.js';
import { Installation } from './support/installation.js';
import { between, chance } from './support/seed.js';

const WRITERS = 8;
/** Which of the two API processes (0 and 1) and the worker (2) are killed at once, one time after the other. */
const DEATHS = [[0], [1, 2], [0, 1, 2]];
/** A reader or a lister that hears of nothing for so many milliseconds while others write stands still. */
const STANDS_STILL = 60_000;

let service: Installation;

beforeEach(async () => {
  service = await Installation.begin();
});
afterEach(() => service?.end());

/** Registers, changes, closes and deletes an item. @throws when a call comes to nothing: it may have been done or not */
async function write(call: Call): Promise<void> {
  const done = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.body;
  };
  const { ID } = await done('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' });
  await done('PUT', `/items/${ID}`, { itemStorage: 'Shelf 1' });
  if (chance() < 0.3) await done('PUT', `/items/${ID}/status`, { status: 'finished' });
  if (chance() < 0.3) await done('DELETE', `/items/${ID}`);
  await pause(between(0, 100));
}

/** A call to a process that was killed, or is only starting. */
const isDown = (problem: unknown) => /^fetch failed$|^terminated$| answered 503/.test((problem as Error).message);

it('a reader of changes ends with exactly what the API shows, whatever is killed while others write', async () => {
  const port = await freePort();
  const starts = [() => service.api(), () => service.api({ PORT: String(port) }), () => service.worker()];
  const programs = [service.firstApi, ...(await Promise.all(starts.slice(1).map((start) => start())))];
  const calls = [new URL(service.url).origin, `http://127.0.0.1:${port}`].map((origin) => callsWith(origin, service.token));
  let [isOver, reads, failures] = [false, 0, 0];
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      try {
        await work();
      } catch (problem) {
        if (!isDown(problem)) throw problem;
        failures++;
        await pause(50);
      }
    }
  };
  // It goes on at the other process each time, so also where one has just been killed.
  const follower = new Follower((...request) => calls[reads % 2]!(...request));
  const read = () => follower.read().finally(() => reads++);
  const working = Promise.all([
    again(read),
    ...Array.from({ length: WRITERS }, (_, writer) => again(() => write(calls[writer % 2]!))),
  ]);

  try {
    for (const killed of DEATHS) {
      const enough = follower.entries.length + between(20, 120);
      const heard = () => expect(follower.entries.length).toBeGreaterThan(enough);
      await Promise.race([vi.waitFor(heard, { timeout: STANDS_STILL, interval: 5 }), working]);
      await Promise.all(killed.map((nth) => programs[nth]!.kill()));
      await Promise.all(killed.map(async (nth) => (programs[nth] = await starts[nth]!())));
    }
  } finally {
    isOver = true;
    await working;
  }
  expect(failures).toBeGreaterThan(0);
  const commits = (await service.rows<{ stream_id: number; commits: number }>(COMMITS)).map((row) => [
    row.stream_id,
    row.commits,
  ]);
  const everything = async () => {
    await read();
    expect(follower.timesListed()).toEqual(commits);
  };
  await vi.waitFor(everything, { timeout: STANDS_STILL, interval: 100 });
  expect(follower.items).toEqual(await shownItems(calls[0]!));
  expect(follower.entries.some(({ change }) => change === 'deleted')).toBe(true);
  for (const call of calls) {
    const afterwards = new Follower(call);
    await afterwards.read();
    expect(afterwards.entries).toEqual(follower.entries);
  }
});
