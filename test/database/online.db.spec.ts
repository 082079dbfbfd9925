import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Migrations, OnlineMigration, runMigrations } from '#platform/database';
import { MIGRATIONS, migrate, untilMigrated } from '#service';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { FROZEN } from './frozen.js';
import { RELEASE_0_1_0 } from './releases.js';
import { offencesOf } from './watched.js';

const chosen = (choose: (name: string) => boolean): Migrations =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => choose(name)));
const OLD = chosen((name) => FROZEN.has(name));
const quiet = () => undefined;

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await connected(database.url, (client) => client.query(RELEASE_0_1_0));
  await migrate(database.url, quiet, OLD);
});
afterAll(() => database?.drop());

/** What the migrations do that stops the previous release. */
const offences = (migrations: Migrations) =>
  connected(database.url, (client) => offencesOf(client, (session) => runMigrations(session, migrations, quiet)));

/** What can't be otherwise, and why. What is no longer so has to go from here. */
const ACCEPTED: Record<string, string[]> = {
  // An exclusion constraint can't be made beside; its column is new and empty, so that the pass writes no index entry.
  'requests/0002_release_0_2_0': ['reads all of requests within a transaction'],
};

it('a new migration stops nobody and takes nothing away', async () => {
  expect(Object.keys(OLD)).toHaveLength(FROZEN.size);
  for (const name of Object.keys(MIGRATIONS).filter((one) => !FROZEN.has(one))) {
    expect(await offences(chosen((one) => one === name)), name).toEqual(ACCEPTED[name] ?? []);
  }
});

/** A migration of the given statements, each by a name of its own. */
let planted = 0;
const plant = (...statements: string[]): Migrations => ({
  [`planted/${planted++}`]: class extends OnlineMigration {
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  },
});

describe('a migration is refused that', () => {
  it.each([
    [
      'adds a stored generated column',
      `alter table items add column planted text generated always as (lower(brand)) stored`,
      ['rewrites items'],
    ],
    [
      'changes a type',
      'alter table items alter column custom_storage_days type bigint',
      ['changes the type of items.custom_storage_days'],
    ],
    ['builds an index under a lock', 'create index planted on requests (group_id, version)', ['reads all of requests']],
    ['checks all rows under a lock', 'alter table items add constraint planted check (version > 0)', ['reads all of items']],
    [
      'sets not null without a validated check',
      `alter table locations alter column reference set not null`,
      ['reads all of locations'],
    ],
    ['writes all rows at once', `update items set internal_notes = 'planted'`, ['reads all of items']],
    ['takes a column away', 'alter table requests drop column request_number', ['takes requests.request_number away']],
    ['renames a column', 'alter table regions rename column reference to planted', ['takes regions.reference away']],
    ['takes a view away', 'drop view item_contacts', ['takes item_contacts.']],
    ['takes a function away', 'drop function is_quiet', ['takes is_quiet(']],
    [
      'requires what the previous release does not write',
      'alter table sessions add column planted int not null default 1; alter table sessions alter column planted drop default',
      ['requires sessions.planted'],
    ],
  ])('%s', async (_does, statement, said) => {
    await connected(database.url, (client) => client.query(`update locations set reference = 'A' where reference is null`));
    const found = await offences(plant(statement));
    for (const part of said)
      expect(
        found.some((offence) => offence.startsWith(part)),
        `${part} in ${found}`,
      ).toBe(true);
  });
});

it('a migration is accepted that adds, fills and builds beside', async () => {
  class Planted extends OnlineMigration {
    override up(): void {
      this.addSql('alter table items add column added int not null default 7');
      this.addSql('alter table items add column filled text');
      this.backfill({ table: 'items', set: 'filled = lower(item)', where: 'filled is null' });
      this.addSql('create index concurrently items_by_filled on items (group_id, filled)');
      this.addSql('alter table items add constraint items_filled check (filled is not null) not valid');
      this.addSql('alter table items validate constraint items_filled');
      this.addSql(`alter table items alter column filled set default ''`);
      this.addSql('alter table items alter column filled set not null');
      this.addSql('create table accepted (id int primary key)');
    }
  }
  expect(await offences({ 'planted/accepted': Planted })).toEqual([]);
});

it('processes that migrate at once take turns, also where an index is built beside', async () => {
  const migrations = plant('create index concurrently items_planted on items (group_id, version)');
  await Promise.all([1, 2, 3].map(() => migrate(database.url, quiet, { ...OLD, ...migrations })));
  const { rows } = await connected(database.url, (client) =>
    client.query(`select indisvalid from pg_index where indexrelid = 'items_planted'::regclass`),
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

it('a worker waits for the migration of its database, and says so once', async () => {
  const empty = await createEmptyDatabase();
  let said = 0;
  let goesOn = false;
  const waiting = untilMigrated(empty.url, () => said++).then(() => {
    goesOn = true;
  });
  await migrate(empty.url, quiet, OLD);
  expect(goesOn).toBe(false);
  await migrate(empty.url);
  await waiting;
  expect(said).toBe(1);
  await empty.drop();
});
