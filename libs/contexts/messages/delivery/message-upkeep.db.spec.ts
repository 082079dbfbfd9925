import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { openDatabase } from '../../../../test/support/database.js';
import { MessageUpkeep } from './message-upkeep.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
let upkeep: MessageUpkeep;

beforeEach(async () => {
  opened = await openDatabase();
  database = opened.database;
  upkeep = new MessageUpkeep(database, new Clock());
});
afterEach(() => opened.close());

const made = (status: string, days: number, count = 1, group = 1) =>
  database.query(
    statement(sql`
      insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, status)
      select ${group}::int, 'item', coalesce((select max(subject_id) from messages), 0) + n, 1, 'item-found', 'demo:1',
        now() - ${days}::int * interval '1 day', ${status}::text
      from generate_series(1, ${count}::int) n`),
  );
const oldest = async (group: number) =>
  (
    await database.query(
      statement(sql<{ count: number; days: number }>`
        select count(*)::int as count, max(date_part('day', now() - created_at))::int as days
        from messages where group_id = ${group}::int`),
    )
  )[0];
const left = async () =>
  (await database.query(statement(sql<{ status: string }>`select status from messages order by status`))).map(
    ({ status }) => status,
  );

describe('messages that are held for want of a mail server', () => {
  it('are dropped after two weeks, and no others', async () => {
    for (const status of ['waiting', 'sent', 'failed', 'held', 'obsolete', 'uncertain']) await made(status, 15);
    await made('held', 13);
    expect(await upkeep.dropHeld(100)).toBe(1);
    expect(await left()).toEqual(['failed', 'held', 'obsolete', 'sent', 'uncertain', 'waiting']);
    expect(await upkeep.dropHeld(100)).toBe(0);
  });

  it('are at most so many of a Group: the oldest are dropped before their time, the rest of it and other Groups keep theirs', async () => {
    await made('held', 3, 40);
    await made('held', 2, 50);
    await made('held', 1, 30, 2);
    await made('failed', 5);
    const dropped = [];
    do dropped.push(await upkeep.dropHeld(30, 60));
    while (dropped.at(-1)! > 0);
    expect(dropped).toEqual([30, 0]);
    expect(await oldest(2)).toEqual({ count: 30, days: 1 });
    expect(await oldest(1)).toEqual({ count: 61, days: 5 });
    expect((await left()).filter((status) => status === 'held')).toHaveLength(90);
  });

  it('are dropped with the attempts that were made to send them', async () => {
    await made('held', 15, 2);
    await database.query(
      statement(sql`
        insert into message_attempts (group_id, subject, subject_id, version, attempt, channel, requested_at)
        select group_id, subject, subject_id, version, 1, 'email', now() from messages`),
    );
    await upkeep.dropHeld(1);
    expect(await database.query(statement(sql`select from message_attempts`))).toHaveLength(1);
  });

  it('are dropped a batch at a time', async () => {
    await made('held', 15, 5);
    expect([await upkeep.dropHeld(3), await upkeep.dropHeld(3), await upkeep.dropHeld(3)]).toEqual([3, 2, 0]);
  });
});
