import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { openDatabase } from '../../../../test/support/database.js';
import { HeldMessages } from './held-messages.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
let held: HeldMessages;

beforeEach(async () => {
  opened = await openDatabase();
  database = opened.database;
  held = new HeldMessages(database, new Clock());
});
afterEach(() => opened.close());

const made = (status: string, days: number, count = 1) =>
  database.query(
    statement(sql`
      insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, status)
      select 1, 'item', coalesce((select max(subject_id) from messages), 0) + n, 1, 'item-found', 'demo:1',
        now() - ${days}::int * interval '1 day', ${status}::text
      from generate_series(1, ${count}::int) n`),
  );
const left = async () =>
  (await database.query(statement(sql<{ status: string }>`select status from messages order by status`))).map(
    ({ status }) => status,
  );

describe('messages that are held for want of a mail server', () => {
  it('are dropped after two weeks, and no others', async () => {
    for (const status of ['waiting', 'sent', 'failed', 'held', 'obsolete', 'uncertain']) await made(status, 15);
    await made('held', 13);
    expect(await held.drop(100)).toBe(1);
    expect(await left()).toEqual(['failed', 'held', 'obsolete', 'sent', 'uncertain', 'waiting']);
    expect(await held.drop(100)).toBe(0);
  });

  it('are dropped a batch at a time', async () => {
    await made('held', 15, 5);
    expect([await held.drop(3), await held.drop(3), await held.drop(3)]).toEqual([3, 2, 0]);
  });
});
