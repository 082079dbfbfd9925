import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import { BEYOND_ENTITIES, type Catalog, catalogOf, describedByEntities, differences } from './catalog.js';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function database(): Promise<TestDatabase> {
  const made = await createDatabase();
  databases.push(made);
  return made;
}

describe('tables and views', () => {
  let described: Catalog;
  let migrated: TestDatabase;
  beforeAll(async () => {
    const { url } = await database();
    described = (await connected(url, (client) => describedByEntities(client, url))).catalog;
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
