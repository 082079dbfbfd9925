import type pg from 'pg';
import { expect, inject, it } from 'vitest';
import { connected, createDatabase } from '../support/database.js';
import { sentIn } from './sent.js';

/** What can be prepared; whatever defines or sets something is run by the specs of the database itself. */
const PREPARABLE = /^(?:with|select|insert|update|delete|values) /i;
/** A table that the migrated database lacks: of a spec of its own, or before a migration. */
const UNDEFINED_TABLE = '42P01';

it('every statement that the service sent is understood by this PostgreSQL', async () => {
  const sent = sentIn(inject('statements')).filter(({ text }) => PREPARABLE.test(text));
  expect(sent.length).toBeGreaterThan(0);
  const database = await createDatabase();
  const refused = await connected(database.url, async (client) => {
    const found: string[] = [];
    // The queue's own statements name no schema.
    await client.query('set search_path = public, bullmq');
    for (const [index, { text, from }] of sent.entries()) {
      const error = await client.query(`prepare sent_${index} as ${text}`).catch((refusal: pg.DatabaseError) => refusal);
      if (error instanceof Error && error.code !== UNDEFINED_TABLE)
        found.push(`${error.code} ${error.message}, sent by ${from}: ${text}`);
    }
    return found;
  });
  await database.drop();
  expect(refused).toEqual([]);
});
