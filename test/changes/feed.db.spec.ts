import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#platform/database';
import { type Commit, defineStream, EventFeed, Streams } from '#platform/event-store';
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

/** The kinds of record of this release. */
const kinds = () => streams().types.map((type) => streams().named(type));

/** Counts the events of a record. */
const OPTIONS = {
  of: ['item'],
  limit: 10,
  shape: 'count',
  fold: ({ events = 0 }: { events?: number }) => ({ events: events + 1 }),
};

/** What the feed hands on now: the items, each with the versions of the commit. */
async function handedOn(limit = 100, from = feed, of = ['item']): Promise<string[]> {
  const found: string[] = [];
  const name = ({ stream, events }: Commit) => `${stream.id}: ${events.map(({ version }) => version)}`;
  await from.next({ ...OPTIONS, of, limit }, name, (names) => {
    found.push(...names);
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
    // Drawing takes a transaction ID only where it writes to the log: each 32nd time, and after a checkpoint.
    const { rows } = await vi.waitFor(async () => {
      await one.query('rollback');
      await one.query('begin');
      await one.query('lock table events in row exclusive mode');
      const drawn = await one.query(`select nextval(pg_get_serial_sequence('events', 'position')) as position`);
      expect((await one.query('select pg_current_xact_id_if_assigned() as id')).rows).toEqual([{ id: null }]);
      return drawn;
    }, 20_000);
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
    expect(
      await feed.next(
        OPTIONS,
        () => null,
        () => [],
      ),
    ).toBeNull();
    await one.query('rollback');
    const failing = feed.next(
      OPTIONS,
      () => null,
      () => {
        throw new Error('planted');
      },
    );
    await expect(failing).rejects.toThrow('planted');
    expect(await handedOn()).toEqual(['20: 1']);
  });

  it('leaves events of a kind of record that only another release knows for that one', async () => {
    await one.query(
      `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
       values (1, 'parcel', 1, 1, 'ParcelSent', '{}', '{}', now())`,
    );
    await insert(other, 25);
    expect(await handedOn()).toEqual(['25: 1']);
    for (let round = 0; round < 3; round++) expect(await handedOn()).toEqual([]);
    expect(await unread()).toHaveLength(2);
    expect(await feed.waitingSince()).toBeNull();
    const { decider, options } = streams().named('item');
    const newer = new EventFeed(database, new Streams([...kinds(), defineStream('parcel', decider, options)], []));
    expect(await handedOn(10, newer, ['item', 'parcel'])).toEqual(['1: 1']);
    expect(await unread()).toMatchObject([{ last: null }]);
  });

  it('sets a commit aside of which nothing can be made, goes on, and hands it on in the next process', async () => {
    await insert(one, 26);
    await insert(other, 27);
    const failing = async (from: EventFeed) => {
      const found: number[] = [];
      const make = ({ stream }: Commit) => {
        if (stream.id === 26) throw new Error('planted');
        found.push(stream.id);
      };
      await from.next(OPTIONS, make, () => []);
      return found;
    };
    expect(await failing(feed)).toEqual([27]);
    expect(await failing(feed)).toEqual([]);
    expect([await feed.setAside(), await feed.waitingSince()]).toEqual([1, null]);
    const restarted = new EventFeed(database, streams());
    expect(await failing(restarted)).toEqual([]);
    expect(await restarted.setAside()).toBe(1);
    expect(await handedOn(10, new EventFeed(database, streams()))).toEqual(['26: 1']);
    expect(await feed.setAside()).toBe(0);
  });

  it('sets an event aside that is too large to be read', async () => {
    await one.query(
      `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
       values (1, 'item', 28, 1, 'ItemUpdated', json_build_object('brand', repeat('x', 5000000)), '{}', now())`,
    );
    await insert(other, 29);
    expect([...(await handedOn()), ...(await handedOn())]).toEqual(['29: 1']);
    expect(await feed.setAside()).toBe(1);
    await one.query('delete from events where stream_id = 28');
    await handedOn(10, new EventFeed(database, streams()));
    expect(await feed.setAside()).toBe(0);
  });

  it('reads what is before a commit of a long record once, and from then on only what came since', async () => {
    await one.query(
      `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
       select 1, 'item', 31, version, 'ItemUpdated', json_build_object('brand', version), '{}', now()
       from generate_series(1, 1000) version`,
    );
    while ((await handedOn(300)).length > 0);
    const folded: number[] = [];
    const fold = ({ events = 0 }: { events?: number }) => {
      folded.push(events);
      return { events: events + 1 };
    };
    const before: unknown[] = [];
    for (const version of [1001, 1002]) {
      await insert(one, 31, version);
      folded.length = 0;
      await feed.next(
        { ...OPTIONS, fold },
        (commit) => before.push(commit.before),
        () => [],
      );
    }
    expect(before).toEqual([{ events: 1000 }, { events: 1001 }]);
    expect(folded.length).toBeLessThan(200);
  });

  it('gives a commit what the events of its record before it come to', async () => {
    await insert(one, 30);
    await handedOn();
    await insert(one, 30, 2);
    await insert(one, 30, 3);
    const before: unknown[] = [];
    await feed.next(
      OPTIONS,
      (commit) => before.push(commit.before),
      () => [],
    );
    expect(before).toEqual([{ events: 1 }, { events: 2 }]);
  });
});
