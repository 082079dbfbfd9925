import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEALED } from '#service';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';

/** Columns of bytes that no key of the service has sealed, and what they are. What is no longer so has to go from here. */
const NOT_SEALED: Record<string, string> = {
  'api_tokens.hash': 'a hash',
  'connections.events_key': 'a hash',
  'guesses.key': 'a hash',
  'idempotent_answers.id': 'a hash',
  'idempotent_answers.request': 'a hash',
  'import_addresses.address': 'a hash, made with the key of the file',
  'import_rows.key': 'a hash, made with the key of the file',
  'imports.request_key': 'a hash',
  'known_addresses.address': 'a hash',
  'parcel_prices.sent_to': 'a hash',
  'payment_refunds.call_key': 'a hash',
  'recovery_codes.hash': 'a hash',
  'refresh_tokens.hash': 'a hash',
  'refresh_tokens.used_by': 'a hash',
  'replies.mail': 'a hash',
  'service_keys.id': 'the name of a key',
  'service_keys.proof': 'each key seals its own',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

it('every column of bytes is handed in as sealed, or is known not to be', async () => {
  const { rows } = await connected(database.url, (client) =>
    client.query<{ name: string }>(`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1`),
  );
  const sealed = SEALED.map(({ table, column }) => `${table}.${column}`);
  expect(sealed.length).toBeGreaterThan(4);
  expect(rows.map(({ name }) => name)).toEqual([...sealed, ...Object.keys(NOT_SEALED)].sort());
});
