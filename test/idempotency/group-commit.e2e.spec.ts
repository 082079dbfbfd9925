import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database, type Statement, statement } from '#platform/database';
import { AttachedStatements, BY_ITSELF, defineStream, EventStore } from '#platform/event-store';
import { IdempotentAnswers, KeyedCalls, keyedBy } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { registerItem, UMBRELLA } from '../support/records.js';
import { type ServedApi, serveApi, startService, type TestService } from '../support/service.js';

/** A GIF of one pixel. */
const PIXEL = 'R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=';

/** A kind of record of which nothing but its events is stored. */
const thing = defineStream<null, string, { type: 'Made'; data: { name: string } }, never>(
  'thing',
  { initialState: null, evolve: () => null, decide: (name) => [{ type: 'Made', data: { name } }] },
  { public: ['name'], shape: '1', projection: { name: 'things', rebuilds: [], when: { Made: () => [] } } },
);

interface Making {
  key: string;
  name?: string;
  calls?: KeyedCalls;
  beside?: readonly Statement[];
}

let service: TestService;
let other: ServedApi;
let locationID: string;
let caller: Caller;
let lastID = 0;
beforeAll(async () => {
  service = await startService();
  other = await serveApi(service.options);
  locationID = await service.location();
  const group = { id: service.groupID, code: 'demo' };
  caller = { group, actor: { type: 'system' }, role: 'group_admin', scope: { all: true }, requestID: null };
});
afterAll(async () => {
  await other?.app.close();
  await service?.stop();
});

/** Stores a record's events with a key; two `calls` know as little of each other as two processes, and share their transactions here. */
async function make({ key, name = key, calls = service.get(KeyedCalls), beside = [] }: Making): Promise<string> {
  const id = ++lastID;
  const work = async () => {
    const execution = { cause: BY_ITSELF, at: new Date(), isNew: true, beside };
    await service.get(EventStore).execute(thing.of(service.groupID, id), name, execution);
    return `made ${id}`;
  };
  const answerOf = (body: string) => ({ status: 201, headers: {}, body });
  const given = await calls.once(keyedBy(caller, key, name), work, answerOf, {
    answerTo: (record) => answerOf(`made ${record.id}`),
  });
  return 'done' in given ? given.done : `again: ${given.kept.body}`;
}

const anotherCalls = () => new KeyedCalls(service.get(Database), service.get(AttachedStatements), service.get(IdempotentAnswers));
const keys = (count: number) => Array.from({ length: count }, () => randomUUID());

/** The names of the things that were made, and in how many transactions. */
async function made(names: readonly string[]): Promise<{ names: string[]; transactions: number }> {
  const rows = await service.sql(
    `select data ->> 'name' as name, transaction_id::text as transaction from events
    where stream_type = 'thing' and data ->> 'name' = any($1) order by 1`,
    [names],
  );
  return { names: rows.map(({ name }) => name), transactions: new Set(rows.map(({ transaction }) => transaction)).size };
}

async function post(key: string | undefined, body: object, at = service.url) {
  const response = await fetch(`${at}/api/v2/items`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, location: response.headers.get('location'), code };
}

describe('calls with keys that are ready together', () => {
  it('share transactions, each with its answer', async () => {
    const before = await service.sql(`select count(*)::int as count from events where type = 'ItemRegistered'`);
    const answers = await Promise.all(keys(24).map((key) => post(key, { ...UMBRELLA, locationID })));
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(201));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(24);
    const [kept] = await service.sql(`
      select count(*)::int as items, count(distinct transaction_id)::int as transactions,
        count(*) filter (where exists (
          select from idempotent_answers a where a.xmin::text::bigint = e.transaction_id::text::bigint % (2 ^ 32)::bigint))::int as answered
      from events e where type = 'ItemRegistered'`);
    expect(kept).toMatchObject({ items: before[0].count + 24, answered: 24 });
    // How many are ready together depends on the machine; none would share one if each had its own.
    expect(kept.transactions).toBeLessThan(24);
  });

  it('act once where two have the same key, and the others act all the same', async () => {
    const [twice, ...alone] = keys(10) as [string, ...string[]];
    const both = [make({ key: twice }), make({ key: twice, calls: anotherCalls() })];
    const others = await Promise.all(alone.map((key) => make({ key })));
    const [one, again] = (await Promise.all(both)).sort().toReversed();
    expect(one).toMatch(/^made/);
    expect(again).toBe(`again: ${one}`);
    expect(others.every((answer) => answer.startsWith('made'))).toBe(true);
    const { names, transactions } = await made([twice, ...alone]);
    expect(names).toEqual([twice, ...alone].sort());
    // They were one group that could not be committed: the refused one went by itself, and the others went together again.
    expect(transactions).toBeLessThan(10);
  });

  it('are refused alone where the key was taken for another request', async () => {
    const [twice, ...alone] = keys(10) as [string, ...string[]];
    const [one, mismatch, ...others] = await Promise.allSettled([
      make({ key: twice, name: `${twice} one` }),
      make({ key: twice, name: `${twice} other`, calls: anotherCalls() }),
      ...alone.map((key) => make({ key })),
    ]);
    expect(one).toMatchObject({ status: 'fulfilled' });
    expect(mismatch).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_mismatch' } });
    expect(others.map(({ status }) => status)).toEqual(Array(9).fill('fulfilled'));
    expect((await made([`${twice} one`, `${twice} other`, ...alone])).names).toEqual([`${twice} one`, ...alone].sort());
  });

  it('fail alone, and leave their key unused', async () => {
    const [poisoned, ...alone] = keys(10) as [string, ...string[]];
    const beside = [statement(sql`select ${'not a number'}::text::int`)];
    const [failed, ...others] = await Promise.allSettled([make({ key: poisoned, beside }), ...alone.map((key) => make({ key }))]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22P02' } });
    expect(others.map(({ status }) => status)).toEqual(Array(9).fill('fulfilled'));
    expect((await made([poisoned, ...alone])).names).toEqual(alone.sort());
    expect(await make({ key: poisoned })).toMatch(/^made/);
  });

  it('wait for no other’s key: one that another process is at is refused, alone', async () => {
    const [busy, ...alone] = keys(10) as [string, ...string[]];
    const theirs = other.app.get(KeyedCalls, { strict: false });
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = theirs.once(
      keyedBy(caller, busy, busy),
      async () => {
        begun.resolve();
        await gate.promise;
      },
      () => ({ status: 201, headers: {}, body: '"theirs"' }),
    );
    await begun.promise;
    const [refused, ...others] = await Promise.allSettled([make({ key: busy }), ...alone.map((key) => make({ key }))]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'idempotency_conflict' } });
    expect(others.map(({ status }) => status)).toEqual(Array(9).fill('fulfilled'));
    gate.resolve();
    await first;
    expect(await make({ key: busy })).toBe('again: "theirs"');
  });
});

it('of calls with one key at several processes, one acts and the others tell its answer or that it is still running', async () => {
  const places = [service.url, other.url];
  const [before] = await service.sql('select count(*)::int as count from items');
  const given = await Promise.all(
    keys(20).map((key) => Promise.all([...places, ...places].map((at) => post(key, { ...UMBRELLA, locationID }, at)))),
  );
  for (const answers of given) {
    const told = answers.filter(({ status }) => status === 201);
    expect(new Set(told.map(({ location }) => location)).size).toBe(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [409, 'idempotency_conflict']));
  }
  const [items] = await service.sql(`select count(*)::int as count from items`);
  expect(items.count - before.count).toBe(20);
});

it('a photo is added once, its answer committed with it, though two processes take it at the same time', async () => {
  const { ID } = await registerItem(service.call, locationID);
  const key = randomUUID();
  const add = async (at: string) => {
    const body = new FormData();
    body.set('image', new Blob([Buffer.from(PIXEL, 'base64')]), 'photo.gif');
    const headers = { authorization: `Bearer ${service.token}`, 'idempotency-key': key };
    const answer = await fetch(`${at}/api/v2/items/${ID}/photos`, { method: 'POST', headers, body });
    return { status: answer.status, location: answer.headers.get('location'), ...((await answer.json()) as object) };
  };
  const places = [service.url, other.url];
  const added = { status: 201, location: `/api/v2/items/${ID}/photos/1`, ID: 1 };
  for (const answer of await Promise.all(places.map(add)))
    expect(answer).toMatchObject(answer.status === 201 ? added : { status: 409, code: 'idempotency_conflict' });
  for (const at of places) expect(await add(at)).toMatchObject(added);
  expect((await service.call('GET', `/items/${ID}/photos`)).body).toHaveLength(1);
  const together = await service.sql(
    `select from events e join idempotent_answers a on a.xmin::text::bigint = e.transaction_id::text::bigint % (2 ^ 32)::bigint
    where e.stream_type = 'item' and e.stream_id = $1 and e.type = 'ItemUpdated'`,
    [ID],
  );
  expect(together).toHaveLength(1);
});

it('a call with a key is refused while the first one is still running, in the same process at once', async () => {
  const key = randomUUID();
  const hold = service.get(Database).transaction(async (client) => {
    await client.query('lock table locations in access exclusive mode');
    const first = post(key, { ...UMBRELLA, locationID });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await service.sql(waiting)).length, { timeout: 50_000 }).toBe(1);
    expect((await post(key, { ...UMBRELLA, locationID })).code).toBe('idempotency_conflict');
    return { first };
  });
  const { first } = await hold;
  const { status, location } = await first;
  expect(status).toBe(201);
  expect(await post(key, { ...UMBRELLA, locationID })).toMatchObject({ status: 201, location });
});

it('a call with a key takes one round trip more than one without, and no transaction of its own', async () => {
  await post(randomUUID(), { ...UMBRELLA, locationID });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  // The fewest of some: what the process does by itself, such as waking the worker, is counted too.
  const roundTrips = async (keyOf: () => string | undefined) => {
    const tries: unknown[][] = [];
    while (tries.length < 5) {
      query.mockClear();
      expect((await post(keyOf(), { ...UMBRELLA, locationID })).status).toBe(201);
      tries.push(query.mock.calls.map(([sent]) => sent as unknown));
    }
    return tries.toSorted((one, other) => one.length - other.length)[0]!;
  };
  try {
    const without = await roundTrips(() => undefined);
    const sent = await roundTrips(randomUUID);
    expect(without).toHaveLength(2);
    expect(sent).toHaveLength(3);
    expect(sent.filter((each) => /^(begin|commit|savepoint)/i.test(String(each)))).toEqual([]);
  } finally {
    query.mockRestore();
  }
});

it('work that would store events in two transactions with one key fails, and tells so', async () => {
  const key = randomUUID();
  const twice = service.get(KeyedCalls).once(
    keyedBy(caller, key, key),
    async () => {
      const execution = { cause: BY_ITSELF, at: new Date(), isNew: true };
      for (const name of ['first', 'second']) {
        await service.get(EventStore).execute(thing.of(service.groupID, ++lastID), name, execution);
      }
    },
    () => ({ status: 204, headers: {}, body: null }),
    { answerTo: () => ({ status: 204, headers: {}, body: null }) },
  );
  await expect(twice).rejects.toThrow('second transaction');
  expect((await made(['first', 'second'])).names).toEqual(['first']);
});
