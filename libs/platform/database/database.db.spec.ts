import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../test/support/database.js';
import type { Database } from './database.js';
import { statement, template } from './sql.js';

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

describe('a transaction', () => {
  it('that PostgreSQL rolls back instead of committing it fails', async () => {
    const work = database.transaction(async (client) => {
      await client.query('select 1 / 0').catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toThrow('ended by ROLLBACK');
  });

  it('within another calls back when that one is committed', async () => {
    const called: string[] = [];
    const inner = (name: string) =>
      database.inTransaction(async () => {
        await backend();
        database.afterCommit(() => called.push(name));
      });
    await database.inTransaction(async () => {
      await inner('kept');
      expect(called).toEqual([]);
    });
    expect(called).toEqual(['kept']);
    await expect(database.inTransaction(() => inner('undone').then(() => Promise.reject(new Error('refused'))))).rejects.toThrow(
      'refused',
    );
    expect(called).toEqual(['kept']);
  });
});

it('prepared statements are few, whatever sets of values a caller chooses', async () => {
  const sum = template<Record<string, number>, { sum: number }>((values) =>
    statement(
      sql`select ${sql.join(
        Object.values(values).map((value) => sql`${value}::int`),
        sql` + `,
      )} as sum`,
    ),
  );
  const prepared = statement(sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`);
  await database.queryOne(prepared);
  const before = (await database.queryOne(prepared))!.count;
  for (let length = 1; length <= 100; length++) {
    const values = Object.fromEntries(Array.from({ length }, (_, n) => [`value${n}`, n]));
    expect(await database.query(sum(values))).toEqual([{ sum: (length * (length - 1)) / 2 }]);
  }
  expect((await database.queryOne(prepared))!.count - before).toBe(32);
});

describe('a pool whose connections are all in use', () => {
  it('is not asked for one more to see whether it works', async () => {
    const { connections } = database;
    const used = await connections.take();
    try {
      await connections.check();
      await connections.checkWritable();
      expect(connections.inUse).toBe(1);
    } finally {
      used.release();
    }
  });
});
