import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';
import { keysAcrossGroups, tablesOfGroups, tablesWithoutKey } from './groups-tables.js';
import { withoutGroup } from './without-group.js';

/** Keys over all Groups, and why. */
const ACROSS: Record<string, string> = {
  api_tokens_hash_key: 'a token is all that a caller brings: its Group is found by it',
  connections_events_key: 'the key in the address of its events is all that a provider brings',
  credentials_username: 'users sign in with a name alone, so it is unique over all Groups (docs/spec)',
  payment_pages_reference: 'a provider of payments has only our reference to say whose money came',
  rebuilds_pkey: 'how far a rebuild is, which goes through all Groups',
  refresh_tokens_hash_key: 'as for API tokens',
};

describe('the tables of Groups', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  it('have keys that begin with the Group, but for those that find it', async () => {
    await connected(database.url, async (client) => {
      expect(await keysAcrossGroups(client)).toEqual(Object.keys(ACROSS).sort());
      expect(await tablesWithoutKey(client)).toEqual([]);
      await client.query('create table planted (group_id int not null, id int primary key)');
      expect(await keysAcrossGroups(client)).toEqual([...Object.keys(ACROSS), 'planted_pkey'].sort());
      await client.query('drop table planted');
    });
  });

  it('are joined by the Group in every view', async () => {
    await connected(database.url, async (client) => {
      const tables = await tablesOfGroups(client);
      const { rows } = await client.query<{ name: string; text: string }>(
        `select viewname as name, definition as text from pg_views where schemaname = 'public'`,
      );
      expect(rows.length).toBeGreaterThan(5);
      for (const { name, text } of rows) {
        // Whoever reads the view says of which Group its first table is; PostgreSQL asks each part of a union for it.
        const parts = text.split(/\bunion all\b/i).length;
        const open = await withoutGroup(text, tables);
        expect(open.length, `${name}: ${open}`).toBeLessThanOrEqual(parts);
      }
    });
  });
});
