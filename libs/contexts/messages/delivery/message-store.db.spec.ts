import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Keyring } from '#platform/secrets';
import { openDatabase } from '../../../../test/support/database.js';
import type { ClaimedMessage } from '../attempts/claimed.js';
import { SealedTexts } from '../sealed-texts.js';
import { MessageStore } from './message-store.js';

const [ONE, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const AFTER_THE_LEASE = new Clock(120_000);

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
let store: MessageStore;

const storeAt = (clock: Clock) => new MessageStore(database, clock, new SealedTexts(new Keyring(randomBytes(32))));

beforeEach(async () => {
  opened = await openDatabase();
  database = opened.database;
  store = storeAt(new Clock());
  await database.query(
    statement(sql`
      insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
      select 1, 'item', n, 1, 'item-found', 'demo:1', now(), now() from generate_series(1, 3) n`),
  );
});
afterEach(() => opened.close());

const ids = (claimed: ClaimedMessage[]) => claimed.map(({ subject_id }) => subject_id).sort();
const status = async (id: number) =>
  (await database.queryOne(statement(sql<{ status: string }>`select status from messages where subject_id = ${id}::int`)))!
    .status;

describe('a due message', () => {
  it('is taken by one worker only', async () => {
    const taken = await Promise.all([store.claim(ONE, 2), store.claim(OTHER, 2)]);
    taken.push(await store.claim(ONE, 2), await store.claim(OTHER, 2));
    expect(ids(taken.flat())).toEqual([1, 2, 3]);
  });

  it('waits while another worker claims, and nothing else does', async () => {
    await database.transaction(async (client) => {
      await client.query('select pg_advisory_xact_lock(7203160)');
      const [claimed, [row]] = await Promise.all([store.claim(ONE, 3), database.batch([statement(sql`select 1 as one`)])]);
      expect([claimed, row]).toEqual([[], [{ one: 1 }]]);
    });
    expect(ids(await store.claim(ONE, 3))).toEqual([1, 2, 3]);
  });

  it('is taken again when its worker died before handing it over', async () => {
    const [message] = await store.claim(ONE, 1);
    const later = storeAt(AFTER_THE_LEASE);
    expect(ids(await later.claim(OTHER, 3))).toEqual([1, 2, 3]);
    expect(await store.begin(ONE, [message!], 'email')).toEqual([]);
  });

  it('is due again at once when its worker gives it back, without counting towards the rate limit', async () => {
    const claimed = await store.claim(ONE, 3);
    await store.release(ONE, claimed);
    expect(await database.query(statement(sql`select from messages where taken_at is not null`))).toEqual([]);
    expect(ids(await store.claim(OTHER, 3))).toEqual([1, 2, 3]);
  });

  it('is never handed over again when its worker died while it was', async () => {
    const [message] = await store.claim(ONE, 1);
    expect(await store.begin(ONE, [message!], 'email')).toEqual([message]);
    const later = storeAt(AFTER_THE_LEASE);
    expect(ids(await later.claim(OTHER, 3))).not.toContain(message!.subject_id);
    expect(await status(message!.subject_id)).toBe('uncertain');
    const answered = {
      status: 'sent',
      error: null,
      responseCode: null,
      durationMs: 1,
      retryInMs: null,
      emailRefused: false,
      channel: 'email',
      text: 'Hello',
      mail: null,
      endedAt: new Date(),
    } as const;
    await store.close([message!], answered);
    expect(await status(message!.subject_id)).toBe('sent');
  });
});

describe('an urgent message', () => {
  /** Each is due behind the one before: nothing is promised about those that are due in the same moment. */
  const write = (from: number, to: number, urgent: boolean) =>
    database.query(
      statement(sql`
        insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at, urgent)
        select 1, 'item', n, 1, 'text', 'demo:1', now(), now() - interval '3 seconds' + n * interval '1 millisecond', ${urgent}::boolean
        from generate_series(${from}::int, ${to}::int) n`),
    );
  /** All that may be sent within the hour, in the order in which it is claimed. */
  const all = async () => {
    const claimed: number[] = [];
    for (let next = await store.claim(ONE, 7); next.length > 0; next = await store.claim(ONE, 7))
      claimed.push(...next.map((one) => one.subject_id));
    return claimed;
  };

  it('goes before a thousand that are not, and finds room when these have used theirs', async () => {
    await write(4, 1_000, false);
    await write(1_001, 1_002, true);
    const first = await all();
    expect(first.slice(0, 7)).toEqual(expect.arrayContaining([1_001, 1_002]));
    expect(first).toHaveLength(92);
    expect(await store.due()).toMatchObject([{ due: 0 }]);
    await write(1_003, 1_050, true);
    expect((await all()).sort()).toEqual(Array.from({ length: 28 }, (_, n) => 1_003 + n));
  });

  it('may use the whole limit, after which nothing goes', async () => {
    await write(1_001, 1_200, true);
    const claimed = await all();
    expect(claimed).toHaveLength(120);
    expect(claimed.every((id) => id > 1_000)).toBe(true);
  });
});
