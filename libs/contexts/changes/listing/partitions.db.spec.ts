import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberAt } from '#platform/cursors';
import { MovableClock } from '../../../../test/support/clock.js';
import { openDatabase } from '../../../../test/support/database.js';
import { ChangeRetention } from '../retention.js';
import { ChangePartitions } from './change-partitions.js';

const DAY = 24 * 60 * 60 * 1000;

let opened: Awaited<ReturnType<typeof openDatabase>>;
let client: pg.Client;
let partitions: ChangePartitions;
const clock = new MovableClock();
beforeAll(async () => {
  opened = await openDatabase();
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  partitions = new ChangePartitions(opened.database, clock, new ChangeRetention(clock, 40 * DAY));
});
afterAll(async () => {
  await client?.end();
  await opened?.close();
});

const list = (groupID: number, number: number) =>
  client.query(
    `insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
     values ($1, $2, 'item', 7, 'demo:1', 'updated', 'finished', '{}', now())`,
    [groupID, number],
  );
const now = () => numberAt(clock.now());
const numbers = async (groupID: number) =>
  (await client.query('select number from changes where group_id = $1 order by number', [groupID])).rows.map((row) =>
    Number(row.number),
  );
const months = async () =>
  (await client.query(`select count(*)::int as count from pg_inherits where inhparent = 'changes'::regclass`)).rows[0].count - 1;

it('months are dropped when they are over the retention, and the last change of each Group in them stays', async () => {
  const first = now();
  await list(1, first);
  await list(1, first + 1);
  await list(2, first);
  await list(3, first);
  const tables = await client.query(`select distinct tableoid::regclass::text as name from changes`);
  expect(tables.rows).toMatchObject([{ name: expect.stringMatching(/^changes_\d{4}_\d{2}$/) }]);
  clock.forward(35);
  await partitions.turn();
  const later = now();
  await list(1, later);
  // The retention and the longest month: that of `later` is over then, on whatever day this runs.
  clock.forward(40 + 31);
  await partitions.turn();
  expect(await numbers(1)).toEqual([later]);
  expect(await numbers(2)).toEqual([first]);
  expect(await numbers(3)).toEqual([first]);
  expect(await months()).toBeLessThanOrEqual(5);
});

it('waits for nobody who holds the table, and keeps nobody waiting', async () => {
  await list(4, now());
  clock.forward(200);
  const before = await months();
  await client.query('begin; select from changes');
  await partitions.turn();
  expect(await months()).toBe(before);
  await client.query('commit');
  await partitions.turn();
  expect(await months()).toBe(3);
  expect(await numbers(4)).toHaveLength(1);
});

it('adds months behind the partition of an installation from before there were months', async () => {
  const { rows } = await client.query(`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'changes'::regclass and inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$' order by name`);
  const [this_, next, last] = rows.map(({ name }) => name);
  const bound = `select substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''(\\d+)') as first from pg_class where relname = $1`;
  const { first } = (await client.query(bound, [last])).rows[0];
  await client.query(`truncate changes; drop table ${this_}, ${next}, ${last}`);
  await client.query(`create table ${next} partition of changes for values from (minvalue) to (${first})`);
  await partitions.turn();
  expect(await months()).toBe(2);
  expect((await client.query(bound, [last])).rows).toEqual([{ first }]);
});
