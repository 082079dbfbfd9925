import { afterAll, beforeAll, expect, it } from 'vitest';
import { runMigrations } from '#platform/database';
import { MIGRATIONS, migrate } from '#service';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { offencesOf } from './watched.js';

const NAME = 'changes/0002_changes_by_month';
const ROWS = 5_000;
/** What the previous release sends. */
const LIST = `insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
  select g, 1 + coalesce((select max(number) from changes where group_id = g), (extract(epoch from now()) * 1e6)::bigint - $1),
    'item', 7, 'demo:1', 'updated', 'finished', '{}', now() from generate_series(1, 3) g`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  const before = Object.entries(MIGRATIONS).filter(([name]) => name !== NAME);
  await migrate(database.url, undefined, Object.fromEntries(before));
  await connected(database.url, async (client) => {
    await client.query(
      `insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
       select 1 + n % 3, (extract(epoch from now() - n * interval '1 hour') * 1e6)::bigint, 'item', n, 'demo:1', 'created', 'finished',
         '{}', now() from generate_series(1, ${ROWS}) n`,
    );
  });
});
afterAll(() => database?.drop());

it('changes that are there become a month of their own without being moved, while the previous release goes on writing', async () => {
  let isMigrating = true;
  let written = 0;
  const writing = connected(database.url, async (client) => {
    for (; isMigrating || written < 20; written++) await client.query({ name: 'list', text: LIST, values: [written] });
  });
  const found = await connected(database.url, (client) =>
    offencesOf(client, (session) => runMigrations(session, { [NAME]: MIGRATIONS[NAME]! }, () => undefined)),
  );
  isMigrating = false;
  await writing;
  expect(found).toEqual([]);
  await connected(database.url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as rows, count(distinct tableoid)::int as tables, min(tableoid::regclass::text) as name from changes`,
    );
    expect(rows).toEqual([{ rows: ROWS + 3 * written, tables: 1, name: expect.stringMatching(/^changes_\d{4}_\d{2}$/) }]);
    const indexes = await client.query(
      `select bool_and(indisvalid) as valid, count(*)::int as count from pg_index where indrelid = 'changes'::regclass`,
    );
    expect(indexes.rows).toEqual([{ valid: true, count: 2 }]);
    const checks = await client.query(`select from pg_constraint where conname = 'changes_end'`);
    expect(checks.rows).toEqual([]);
  });
});
