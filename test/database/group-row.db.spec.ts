import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, statement } from '#platform/database';
import { openDatabase } from '../support/database.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
beforeAll(async () => {
  opened = await openDatabase();
  database = opened.database;
});
afterAll(() => opened?.close());

/** What is set up, and payments: a row that refers to another locks it as it is written. */
const REFER = [
  ...['access_versions', 'api_tokens', 'connections', 'credentials', 'guest_settings', 'imports', 'languages'],
  ...['location_languages', 'messaging_settings', 'payment_pages', 'payment_refunds', 'regions', 'stays', 'storage_places'],
  ...['users', 'webhook_configurations', 'webhook_redeliveries'],
];

it('nothing that a command on an item or Request writes refers to the row of the Group, which all of its commands would lock', async () => {
  const referring = await database.query(
    statement(sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'groups'::regclass order by 1`),
  );
  expect(referring.map(({ name }) => name)).toEqual(REFER);
});
