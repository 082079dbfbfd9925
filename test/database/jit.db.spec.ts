import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, openClient } from '#platform/postgres';
import { migrate } from '#service';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const asked = (url: string) => connected(url, async (client) => (await client.query('show jit')).rows[0].jit);

// What it costs to compile plans: docs/adr/0023-connections-to-postgresql.md.
describe('plans are not compiled', () => {
  it('on connections of the service, whatever PostgreSQL has as default', async () => {
    await connected(database.url, (client) =>
      client.query(`do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`),
    );
    const client = await openClient(database.url, { limits: CALLS });
    expect((await client.query('show jit')).rows).toEqual([{ jit: 'off' }]);
    await client.end();
  });

  it('on connections that get no settings, as behind a pooler, once the database is migrated', async () => {
    expect(await asked(database.url)).toBe('on');
    await migrate(database.url);
    expect(await asked(database.url)).toBe('off');
    // Another database of the same server is not touched.
    const other = await createDatabase();
    expect(await asked(other.url)).toBe('on');
    await other.drop();
  });

  it('where the role can not be set, and then migrating says so and ends well', async () => {
    await migrate(database.url);
    const alter = (client: { query(text: string): Promise<unknown> }, value: string) =>
      client.query(
        `do $$ begin execute format('alter role current_user in database %I set jit = ${value}', current_database()); end $$`,
      );
    const said: unknown[] = [];
    await connected(database.url, async (other) => {
      await other.query('begin');
      await alter(other, 'on');
      const migrating = migrate(database.url, (progress) => void said.push(progress));
      await expect
        .poll(() =>
          connected(database.url, async (client) => {
            return (
              await client.query(
                `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).rows;
          }),
        )
        .toEqual([{ count: 1 }]);
      await other.query('commit');
      await migrating;
    });
    expect(said).toEqual([{ migration: 'jit = off', doing: 'refused', reason: 'tuple concurrently updated' }]);
    const client = await openClient(database.url, { limits: CALLS });
    expect((await client.query('show jit')).rows).toEqual([{ jit: 'off' }]);
    await client.end();
  });
});
