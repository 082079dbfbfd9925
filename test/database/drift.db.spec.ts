import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ormOptions } from '#platform/database';
import { ENTITIES } from '#service';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import { type Catalog, catalogOf } from './catalog.js';

/** How tables differ from their entities, and why. What is no longer so has to go from here. */
const BEYOND_ENTITIES: Record<string, string> = {
  'table rate_limits': 'MikroORM has no unlogged tables',
  'table items': 'MikroORM has no storage parameters',
  'table requests': 'as for items',
  'table messages': 'as for items',
  'constraint events_group_id_fkey on events': 'the platform knows no context: libs/service makes the reference to Groups',
  'constraint items_external_id on items': 'MikroORM has no exclusion constraints',
  'index items_external_id': 'it belongs to that constraint',
  'constraint requests_external_id on requests': 'as for items',
  'index requests_external_id': 'it belongs to that constraint',
  'trigger item_search': 'MikroORM has no triggers',
  'constraint idempotent_answers_group_id_fkey on idempotent_answers': 'as for events',
};

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function database(): Promise<TestDatabase> {
  const made = await createDatabase();
  databases.push(made);
  return made;
}

/** Takes every table away, and with it the views; functions and extensions are of migrations alone. */
async function dropTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`);
  await client.query(`drop table ${rows.map(({ name }) => `"${name}"`).join(', ')} cascade`);
}

/** What the tables of a database are where MikroORM makes them of the entities. */
async function describedByEntities(): Promise<Catalog> {
  const { url } = await database();
  await connected(url, dropTables);
  const orm = await MikroORM.init(ormOptions({ url, entities: ENTITIES }));
  await orm.schema.create();
  await orm.close();
  return connected(url, catalogOf);
}

function differences(one: Catalog, other: Catalog): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]).sort();
}

describe('tables and views', () => {
  let described: Catalog;
  let migrated: TestDatabase;
  beforeAll(async () => {
    described = await describedByEntities();
    migrated = await database();
  });

  it('are as the entities describe them, column by column and index by index', async () => {
    const made = await connected(migrated.url, catalogOf);
    expect(Object.keys(made).filter((name) => name.startsWith('table ')).length).toBeGreaterThan(20);
    expect(differences(described, made)).toEqual(Object.keys(BEYOND_ENTITIES).sort());
  });

  it('differ as soon as a migration does something that no entity says', async () => {
    await connected(migrated.url, (client) =>
      client.query(`
        alter table items add column planted text;
        create index planted on messages (created_at) where kind = 'item-found';
        alter table locations alter column reference set default 'planted';
        create or replace view group_directory as select id, code, not sso as sso from groups`),
    );
    expect(differences(described, await connected(migrated.url, catalogOf))).toEqual(
      [
        ...Object.keys(BEYOND_ENTITIES),
        'column items.planted',
        'index planted',
        'column locations.reference',
        'view group_directory',
      ].sort(),
    );
  });
});
