import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database';
import { type Commit, EventFeed } from '#platform/event-store';
import { streams } from '#service';
import { openDatabase } from '../support/database.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
let feed: EventFeed;
let one: pg.Client;
let other: pg.Client;
beforeAll(async () => {
  opened = await openDatabase();
  database = opened.database;
  feed = new EventFeed(database, streams());
  [one, other] = [new pg.Client(opened.url), new pg.Client(opened.url)];
  await Promise.all([one.connect(), other.connect()]);
  await one.query(`insert into groups (code, name, created_at) values ('demo', 'Demo', now())`);
});
afterAll(async () => {
  await Promise.all([one?.end(), other?.end()]);
  await opened?.close();
});

/** Adds an event to an item of Group 1. */
const insert = (client: pg.Client, id: number, version = 1) =>
  client.query(
    `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
     values (1, 'item', $1, $2, 'ItemUpdated', '{}', '{}', now())`,
    [id, version],
  );

/** What the feed hands on now: the items, each with the versions of the commit. */
async function handedOn(limit = 100): Promise<string[]> {
  const found: string[] = [];
  await feed.next({ of: ['item'], limit }, (commits: readonly Commit[]) => {
    found.push(...commits.map(({ stream, events }) => `${stream.id}: ${events.map(({ version }) => version)}`));
    return [];
  });
  return found;
}

const unread = async () => (await one.query('select first, last from event_feed order by first')).rows;

describe('the event feed', () => {
  beforeEach(async () => {
    while ((await handedOn()).length > 0);
  });

  it('hands on each commit once', async () => {
    await insert(one, 1);
    expect(await handedOn()).toEqual(['1: 1']);
    expect(await handedOn()).toEqual([]);
  });

  it('hands on a transaction that was overtaken once it commits, and waits for nobody', async () => {
    await one.query('begin');
    await insert(one, 2);
    await insert(other, 3);
    expect(await handedOn()).toEqual(['3: 1']);
    expect(await handedOn()).toEqual([]);
    await one.query('commit');
    expect(await handedOn()).toEqual(['2: 1']);
    expect(await handedOn()).toEqual([]);
  });

  it('forgets what was rolled back', async () => {
    await one.query('begin');
    await insert(one, 4);
    await insert(other, 5);
    await handedOn();
    expect(await unread()).toHaveLength(2);
    await one.query('rollback');
    await handedOn();
    expect(await unread()).toMatchObject([{ last: null }]);
  });

  it('waits for a writer that drew its position and was stopped before it had a transaction ID', async () => {
    await one.query('begin');
    await one.query('lock table events in row exclusive mode');
    const { rows } = await one.query(`select nextval(pg_get_serial_sequence('events', 'position')) as position`);
    expect((await one.query('select pg_current_xact_id_if_assigned() as id')).rows).toEqual([{ id: null }]);
    await insert(other, 6);
    expect(await handedOn()).toEqual(['6: 1']);
    // Others begin and end meanwhile.
    await insert(other, 7);
    expect(await handedOn()).toEqual(['7: 1']);
    await one.query(
      `insert into events (group_id, stream_type, stream_id, version, position, type, data, actor, at)
       overriding system value values (1, 'item', 8, 1, $1, 'ItemUpdated', '{}', '{}', now())`,
      [rows[0].position],
    );
    expect(await handedOn()).toEqual([]);
    await one.query('commit');
    expect(await handedOn()).toEqual(['8: 1']);
  });

  it('hands on what one transaction did to a record as one, also where it reads only a part at a time', async () => {
    await one.query('begin');
    await insert(one, 10);
    await insert(other, 11);
    await insert(one, 10, 2);
    await insert(one, 12);
    await one.query('commit');
    await insert(other, 13);
    const parts = [];
    for (let part = 0; part < 4; part++) parts.push(await handedOn(4));
    expect(parts.flat()).toEqual(['10: 1,2', '11: 1', '12: 1', '13: 1']);
  });

  it('is read by one at a time, and by the next where one failed', async () => {
    await insert(other, 20);
    await one.query('begin');
    await one.query(`select pg_advisory_xact_lock(hashtextextended('event feed', 0))`);
    expect(await feed.next({ of: ['item'], limit: 10 }, () => [])).toBeNull();
    await one.query('rollback');
    const failing = feed.next({ of: ['item'], limit: 10 }, () => {
      throw new Error('planted');
    });
    await expect(failing).rejects.toThrow('planted');
    expect(await handedOn()).toEqual(['20: 1']);
  });

  it('gives a commit the events of its record before it', async () => {
    await insert(one, 30);
    await handedOn();
    await insert(one, 30, 2);
    await insert(one, 30, 3);
    const before: number[] = [];
    await feed.next({ of: ['item'], limit: 10 }, (commits) => {
      before.push(...commits.map((commit) => commit.before.length));
      return [];
    });
    expect(before).toEqual([1, 2]);
  });
});
