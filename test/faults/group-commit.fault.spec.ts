import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Installation } from './support/installation.js';
import { between } from './support/seed.js';

const DESKS = 24;

let database: TestDatabase;
let service: Installation;

beforeEach(async () => {
  database = await createDatabase();
  service = await Installation.on(database.url);
});
afterEach(async () => {
  await service?.end();
  await database?.drop();
});

/** Registers an item that carries its own name; every second one with an Idempotency-Key. @returns whether it was acknowledged */
async function register(name: string, key: string | null): Promise<boolean> {
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
    if (response.status === 409) return false;
    if (response.status !== 201) throw new RangeError(`Registering was answered ${response.status}: ${await response.text()}`);
    await response.json();
    return true;
  } catch (problem) {
    if (problem instanceof RangeError) throw problem;
    return false;
  }
}

it('an API that is killed while it writes for many at once loses nothing acknowledged, and a retry with its key acts once', async () => {
  let api = service.firstApi;
  const [acknowledged, unanswered] = [new Set<string>(), new Map<string, string | null>()];
  for (let death = 0; death < 3; death++) {
    let isOver = false;
    let answers = 0;
    const stopAt = between(20, 150);
    const desks = Array.from({ length: DESKS }, async (_, desk) => {
      while (!isOver) {
        const name = randomUUID();
        const key = desk % 2 === 0 ? randomUUID() : null;
        if (await register(name, key)) acknowledged.add(name);
        else unanswered.set(name, key);
        if (++answers === stopAt) api.killNow();
        if (answers >= stopAt) isOver = true;
      }
    });
    await Promise.all(desks);
    await api.kill();
    api = await service.api();
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  const keyed = [...unanswered].filter(([, key]) => key !== null);
  expect(keyed.length).toBeGreaterThan(0);
  expect(await Promise.all(keyed.map(([name, key]) => register(name, key)))).not.toContain(false);

  const items = await service.rows<{ name: string; times: number; events: number }>(`
    select item_storage as name, count(*)::int as times, sum((select count(*) from events e
      where e.stream_type = 'item' and e.group_id = i.group_id and e.stream_id = i.id))::int as events from items i group by 1`);
  const kept = new Map(items.map(({ name, ...counts }) => [name, counts]));
  expect(
    [...acknowledged].filter((name) => !kept.has(name)),
    'acknowledged and lost',
  ).toEqual([]);
  expect(
    keyed.filter(([name]) => !kept.has(name)),
    'retried and lost',
  ).toEqual([]);
  expect(
    items.filter(({ times, events }) => times !== 1 || events !== 1),
    'done twice or in part',
  ).toEqual([]);
});
