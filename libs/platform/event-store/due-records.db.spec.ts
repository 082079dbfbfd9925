import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, statement } from '#platform/database';
import { openDatabase } from '../../../test/support/database.js';
import { type Due, DueRecords } from './due-records.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;

beforeAll(async () => {
  opened = await openDatabase();
  database = opened.database;
});
afterAll(() => opened?.close());

/** Two due records; the first one's action fails as told. @returns the records that were acted on by each of two batches */
async function acted(fail: () => Promise<unknown>): Promise<number[][]> {
  const batches: number[][] = [];
  const due = () => () => statement(sql<Due>`select 1 as group_id, id, now()::text as due from generate_series(1, 2) id`);
  const records = new DueRecords(database, due, async ({ id }) => {
    batches.at(-1)!.push(id);
    if (id === 1) await fail();
  });
  for (let batch = 0; batch < 2; batch++) {
    batches.push([]);
    await records.batch(10).catch(() => {});
  }
  return batches;
}

describe('a due record', () => {
  it('is taken again at once when the connection was lost, and the others wait', async () => {
    const lost = () => database.query(statement(sql`select pg_terminate_backend(pg_backend_pid())`));
    expect(await acted(lost)).toEqual([[1], [1]]);
  });

  it('whose statement takes too long is left out for a while, as one that fails by itself', async () => {
    const slow = () =>
      database.transaction(async (client) => {
        await client.query('set local statement_timeout = 1');
        await client.query('select pg_sleep(1)');
      });
    expect(await acted(slow)).toEqual([[1], [2]]);
    expect(await acted(() => Promise.reject(new Error('broken')))).toEqual([[1, 2], [2]]);
  });
});
