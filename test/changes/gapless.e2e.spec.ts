import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemStream } from '#contexts/items';
import { Database } from '#platform/database';
import { BY_ITSELF, EventStore, Rebuilder } from '#platform/event-store';
import { type Call, callsWith, patiently } from '../support/call.js';
import { copyOf } from '../support/database.js';
import { serveApi, startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { COMMITS, Follower, shownItems } from './follower.js';

const WRITERS = 16;
const ROUNDS = 8;

let service: TestService;
let worker: INestApplicationContext;
let locationID: string;
let call: Call;
beforeAll(async () => {
  service = await startService();
  call = patiently(service.call);
  worker = await startWorker(service.options);
  locationID = await service.location();
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});

/** Registers, changes and deletes items; a batch with a key has a transaction of its own, what else is written shares one with others. */
async function write(writer: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const key = { 'idempotency-key': `${writer}-${round}` };
    const body = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20 11:00:00', shipping: {}, locationID };
    const { ID } =
      round % 2
        ? (await call('POST', '/items/batch', { items: [body] }, key)).body.results[0].item
        : (await call('POST', '/items', body)).body;
    await call('PUT', `/items/${ID}`, { brand: `${writer}`, owner: { contactEmail: 'ann@example.com' } });
    if (round % 3 === 0) await call('PUT', `/items/${ID}/status`, { status: 'finished' });
    if (round % 4 === 0) await call('DELETE', `/items/${ID}`);
  }
}

/** Changes an item in a transaction that goes on for a while; the others' commits overtake it. */
async function writeLong(id: number, commits: boolean): Promise<void> {
  const change = { type: 'ExpireItem', at: '2099-01-01T00:00:00.000Z' } as const;
  const work = service.get(Database).inTransaction(async () => {
    await service.get(EventStore).execute(itemStream.of(service.groupID, id), change, { cause: BY_ITSELF, at: new Date() });
    await pause(300 + Math.random() * 700);
    if (!commits) throw new Error('rolled back');
  });
  await work.catch((error) => expect(error.message).toBe('rolled back'));
}

async function commits(): Promise<[number, number][]> {
  return (await service.sql(COMMITS)).map((row) => [row.stream_id, row.commits]);
}

it('a reader hears of every commit once, whatever is committed in whatever order, and ends with what the API shows', async () => {
  const long = await Promise.all(Array.from({ length: 12 }, () => service.item(locationID)));
  const follower = new Follower(call);
  const overtaken = new Follower(call);
  let isWriting = true;
  const reading = [follower, overtaken].map(async (one) => {
    while (isWriting) await one.read();
  });
  const rebuilding = pause(500).then(() => service.get(Rebuilder).rebuild('items'));
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...long.map(({ ID }, nth) => pause(nth * 100).then(() => writeLong(ID, nth % 3 !== 0))),
    rebuilding,
  ]);
  isWriting = false;
  await Promise.all(reading);
  const committed = Date.now();
  while (Date.now() < committed + 2_000) for (const one of [follower, overtaken]) await one.read();

  expect(follower.timesListed()).toEqual(await commits());
  expect(follower.entries).toEqual(overtaken.entries);
  expect(new Set(follower.entries.map(({ cursor }) => cursor)).size).toBe(follower.entries.length);
  expect(follower.items).toEqual(await shownItems(call));
  expect(follower.entries.filter(({ status }) => status === 'expired')).toHaveLength(8);
  const again = new Follower(call);
  await again.read();
  expect(again.entries).toEqual(follower.entries);
});

it('a cursor is good in a copy of the database', async () => {
  const follower = new Follower(service.call);
  await follower.read();
  await worker.close();
  const copy = await copyOf(service.options.databaseUrl);
  const { app, url } = await serveApi({ ...service.options, databaseUrl: copy.url });
  try {
    const call = callsWith(url, service.token);
    const there = new Follower(call);
    await there.read();
    expect(there.entries).toEqual(follower.entries);
    there.next = follower.next;
    const { body: item } = await call('POST', `/items`, {
      item: 'Hat',
      location: 'Bar',
      departuredDate: '2026-11-20 11:00:00',
      shipping: {},
      locationID,
    });
    expect(await there.read()).toMatchObject([{ ID: item.ID, change: 'created' }]);
  } finally {
    await app.close();
    await copy.drop();
  }
});
