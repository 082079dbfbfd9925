import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Installation } from './support/installation.js';
import { between } from './support/seed.js';

const DESKS = 24;

let service: Installation;

beforeEach(async () => {
  service = await Installation.begin();
});
afterEach(() => service?.end());

/** @returns the number of the item, which carries its own name; null when nothing was answered, or that it may be tried again */
async function register(name: string, key: string | null): Promise<number | null> {
  const item = {
    item: 'Key',
    location: 'Bar',
    departuredDate: '2026-11-20 11:00:00',
    locationID: 'demo:1',
    shipping: {},
    itemStorage: name,
  };
  try {
    const response = await fetch(`${service.url}/items`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        ...(key !== null && { 'idempotency-key': key }),
      },
      body: JSON.stringify(item),
    });
    if (response.status === 409 || response.status === 503) return null;
    if (response.status !== 201) throw new RangeError(`Registering was answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { ID: number }).ID;
  } catch (problem) {
    if (problem instanceof RangeError) throw problem;
    return null;
  }
}

/** The same with its key, until it is done. */
async function again(name: string, key: string): Promise<number> {
  for (;;) {
    const ID = await register(name, key);
    if (ID !== null) return ID;
    await pause(100);
  }
}

it('an API that is killed while it writes for many at once loses nothing acknowledged, and a retry with its key acts once', async () => {
  let api = service.firstApi;
  const keys = new Map<string, string>();
  const [acknowledged, unanswered] = [new Map<string, number>(), new Set<string>()];
  for (let death = 0; death < 3; death++) {
    let isOver = false;
    let answers = 0;
    const stopAt = between(20, 150);
    const desks = Array.from({ length: DESKS }, async (_, desk) => {
      while (!isOver) {
        const name = randomUUID();
        if (desk % 4 !== 0) keys.set(name, randomUUID());
        const ID = await register(name, keys.get(name) ?? null);
        if (ID === null) unanswered.add(name);
        else acknowledged.set(name, ID);
        if (++answers === stopAt) api.killNow();
        if (answers >= stopAt) isOver = true;
      }
    });
    await Promise.all(desks);
    await api.kill();
    api = await service.api();
  }
  const lost = [...unanswered].filter((name) => keys.has(name));
  const repeated = [...acknowledged].filter(([name]) => keys.has(name));
  expect([lost.length, repeated.length]).not.toContain(0);
  const [found] = await service.rows<{ shared: boolean }>(
    `select count(distinct transaction_id) < count(*) as shared from events where type = 'ItemRegistered'`,
  );
  expect(found!.shared, 'written for several at once').toBe(true);
  await Promise.all(lost.map((name) => again(name, keys.get(name)!)));
  const answers = await Promise.all(repeated.map(async ([name]) => [name, await again(name, keys.get(name)!)] as const));
  expect(answers, 'repeated when it was acknowledged').toEqual(repeated);

  const items = await service.rows<{ name: string; times: number; events: number }>(`
    select item_storage as name, count(*)::int as times, sum((select count(*) from events e
      where e.stream_type = 'item' and e.group_id = i.group_id and e.stream_id = i.id))::int as events from items i group by 1`);
  const kept = new Map(items.map(({ name, ...counts }) => [name, counts]));
  expect(
    [...acknowledged.keys()].filter((name) => !kept.has(name)),
    'acknowledged and lost',
  ).toEqual([]);
  expect(
    lost.filter((name) => !kept.has(name)),
    'retried and lost',
  ).toEqual([]);
  expect(
    items.filter(({ times, events }) => times !== 1 || events !== 1),
    'done twice or in part',
  ).toEqual([]);
});
