import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../test/support/database.js';
import type { Database } from './database.js';
import { statement } from './sql.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
beforeAll(async () => {
  opened = await openDatabase({ poolSize: 1 });
  database = opened.database;
});
afterAll(() => opened?.close());

/** Which of PostgreSQL's processes serves the one connection of the pool. */
const backend = async () => (await database.queryOne(statement(sql<{ pid: number }>`select pg_backend_pid() as pid`)))!.pid;

describe('a transaction that is rolled back', () => {
  it.each([
    ['by a refusal of the work', () => database.transaction(() => Promise.reject(new Error('refused')))],
    ['by a refusal deep inside', () => database.inTransaction(() => Promise.reject(new Error('refused')))],
    ['by PostgreSQL', () => database.transaction((client) => client.query('select 1 / 0'))],
  ])('%s keeps its connection', async (_, work) => {
    const before = await backend();
    await expect(work()).rejects.toThrow();
    expect(await backend()).toBe(before);
  });

  it('by a connection that is lost gets another one', async () => {
    const before = await backend();
    const lost = database.transaction((client) => client.query('select pg_terminate_backend(pg_backend_pid())'));
    await expect(lost).rejects.toThrow();
    expect(await backend()).not.toBe(before);
  });
});
