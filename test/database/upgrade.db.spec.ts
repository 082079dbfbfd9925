import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyring } from '#platform/secrets';
import { FolderStorage } from '#platform/storage';
import { backup, MIGRATIONS, migrate, migrationsOf, restore } from '#service';
import { connected, copyOf, createDatabase, createEmptyDatabase, rowsOf, type TestDatabase } from '../support/database.js';
import { catalogOf } from './catalog.js';
import { FIRST_WITH_BACKUPS } from './frozen.js';
import { MOST_BETWEEN, RELEASE_0_1_0, runBetween } from './releases.js';

const databases: TestDatabase[] = [];

/** What a database lacks of this release, and has beyond it. */
const stateOf = (url: string) => connected(url, (client) => migrationsOf(async (text) => (await client.query(text)).rows));

async function databaseBeforeParts(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  databases.push(database);
  await connected(database.url, (client) => client.query(RELEASE_0_1_0));
  return database;
}

afterAll(async () => {
  for (const database of databases) await database.drop();
});

describe('a database from before each part had migrations of its own', () => {
  let old: TestDatabase;
  let before: Record<string, unknown[]>;
  beforeAll(async () => {
    old = await databaseBeforeParts();
    before = await connected(old.url, rowsOf);
    await migrate(old.url);
  });

  it('keeps every row of every table', async () => {
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(await connected(old.url, rowsOf)).toMatchObject(before);
  });

  it('has the same schema as a new one', async () => {
    const fresh = await createDatabase();
    databases.push(fresh);
    const made = await connected(fresh.url, catalogOf);
    expect(Object.keys(made).length).toBeGreaterThan(300);
    expect(await connected(old.url, catalogOf)).toEqual(made);
  });

  it('goes on numbering where it was', async () => {
    const { rows } = await connected(old.url, (client) => client.query(`select nextval('numbers.item_1')::int as next`));
    expect(rows).toEqual([{ next: 8 }]);
  });

  it('counts as migrated, and is not migrated twice', async () => {
    await migrate(old.url);
    expect(await stateOf(old.url)).toEqual({ pending: [], unknown: [] });
    const { rows } = await connected(old.url, (client) =>
      client.query('select name from migrations group by 1 having count(*) > 1'),
    );
    expect(rows).toEqual([]);
  });

  it('still counts as migrated for processes of the release before', async () => {
    const { rows } = await connected(old.url, (client) => client.query(`select from migrations where name !~ '/'`));
    expect(rows).toHaveLength(18);
  });
});

describe('a database between releases 0.1.0 and 0.2.0', () => {
  let handedOver: TestDatabase;
  beforeAll(async () => {
    handedOver = await databaseBeforeParts();
    await migrate(handedOver.url, undefined, {});
  });

  // Behind the sixth only items go on, by views and indexes.
  it.each([1, 2, 3, 4, 5, 6, MOST_BETWEEN])(
    'that ran the first %i of the migrations of each part becomes one of 0.2.0 with every row',
    async (count) => {
      const between = await copyOf(handedOver.url);
      databases.push(between);
      await connected(between.url, (client) => runBetween(client, (_, place) => place < count));
      const before = await connected(between.url, rowsOf);
      await migrate(between.url);
      expect(await connected(between.url, rowsOf)).toMatchObject(before);
      const fresh = await createDatabase();
      databases.push(fresh);
      expect(await connected(between.url, catalogOf)).toEqual(await connected(fresh.url, catalogOf));
      expect(await stateOf(between.url)).toEqual({ pending: [], unknown: [] });
    },
  );
});

describe('a database older than release 0.1.0', () => {
  it('is refused, and nothing of it changes', async () => {
    const older = await databaseBeforeParts();
    await connected(older.url, (client) => client.query(`delete from migrations where name = 'SearchOfOwners'`));
    const before = await connected(older.url, catalogOf);
    await expect(migrate(older.url)).rejects.toThrow('older than release 0.1.0: migrate it with that release first');
    expect(await connected(older.url, catalogOf)).toEqual(before);
  });
});

describe('a backup of an older release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'older-backup-'));
  const progress = () => undefined;
  let before: Record<string, unknown[]>;
  let restored: TestDatabase;

  beforeAll(async () => {
    const old = await databaseBeforeParts();
    const known = Object.entries(MIGRATIONS).filter(([name]) => FIRST_WITH_BACKUPS.has(name));
    await migrate(old.url, undefined, Object.fromEntries(known));
    const between = await connected(old.url, (client) => runBetween(client, (name) => FIRST_WITH_BACKUPS.has(name)));
    expect(known.length + between).toBe(FIRST_WITH_BACKUPS.size);
    before = await connected(old.url, rowsOf);
    await backup(old.url, new FolderStorage(join(folder, 'images')), join(folder, 'backup'), progress);
    restored = await createEmptyDatabase();
    databases.push(restored);
    const target = {
      databaseUrl: restored.url,
      storage: new FolderStorage(join(folder, 'restored')),
      keyring: new Keyring(randomBytes(32)),
    };
    await restore(join(folder, 'backup'), target, progress);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('becomes a database of this release', async () => {
    const fresh = await createDatabase();
    databases.push(fresh);
    expect(await connected(restored.url, catalogOf)).toEqual(await connected(fresh.url, catalogOf));
    expect(await stateOf(restored.url)).toEqual({ pending: [], unknown: [] });
  });

  it('has every row of every table', async () => {
    // Counts of calls within a minute are not kept, and the copy knows that it is one.
    const { rate_limits: _counts, known_cluster: _place, ...kept } = before;
    expect(Object.keys(kept).length).toBeGreaterThan(25);
    expect(await connected(restored.url, rowsOf)).toMatchObject(kept);
  });

  it('goes on numbering where it was', async () => {
    const { rows } = await connected(restored.url, (client) => client.query(`select nextval('numbers.item_1')::int as next`));
    expect(rows).toEqual([{ next: 8 }]);
  });
});
