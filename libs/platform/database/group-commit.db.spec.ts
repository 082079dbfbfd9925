import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { Database } from './database.js';
import { ormOptions } from './database.module.js';
import { statement } from './sql.js';

let made: TestDatabase;
let orm: MikroORM;
let database: Database;
beforeAll(async () => {
  made = await createDatabase();
  orm = await MikroORM.init(ormOptions({ url: made.url, entities: [], poolSize: 4 }));
  database = await Database.of(orm);
  await run(sql`create table written (id int primary key, transaction xid8 not null default pg_current_xact_id())`);
  await run(sql`create table locked (id int primary key, times int not null)`);
});
beforeEach(async () => {
  await run(sql`truncate written, locked`);
  await run(sql`insert into locked values (1, 0), (2, 0)`);
});
afterAll(async () => {
  await orm?.close();
  await made?.drop();
});

const run = (query: ReturnType<typeof sql>) => database.query(statement(query));
const write = (id: number) => database.batch([statement(sql`insert into written (id) values (${id}::int) returning id`)]);
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function written(): Promise<number[]> {
  return ((await run(sql`select id from written order by id`)) as { id: number }[]).map(({ id }) => id);
}

describe('transactions that are ready together', () => {
  it('are sent as few, and each gets its own rows', async () => {
    const answers = await Promise.all(ids(40).map(write));
    expect(answers).toEqual(ids(40).map((id) => [[{ id }]]));
    const [row] = (await run(sql`select count(distinct transaction)::int as count from written`)) as { count: number }[];
    expect(row!.count).toBeLessThan(10);
  });

  it('wait for no other: one alone is sent at once', async () => {
    await write(1);
    expect(await written()).toEqual([1]);
  });

  it('fail alone', async () => {
    const outcomes = await Promise.allSettled([...ids(20), 7, 13].map(write));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(outcomes.slice(0, 20).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(18);
    expect(await written()).toEqual(ids(20));
  });

  it('fail alone when they cannot even be built', async () => {
    const unbuildable = {
      compile: () => {
        throw new TypeError('cannot be built');
      },
    };
    const outcomes = await Promise.allSettled([...ids(10).map(write), database.batch([unbuildable]), ...[11, 12].map(write)]);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(10).fill('fulfilled'), 'rejected', 'fulfilled', 'fulfilled']);
    expect(await written()).toEqual(ids(12));
  });

  it('both end when they lock each other’s rows', async () => {
    const take = (...rows: number[]) =>
      database.batch(rows.map((id) => statement(sql`update locked set times = times + 1 where id = ${id}::int`)));
    await Promise.all(ids(20).map((index) => (index % 2 === 0 ? take(1, 2) : take(2, 1))));
    expect(await run(sql`select times from locked`)).toEqual([{ times: 20 }, { times: 20 }]);
  });

  it('are told of a lost connection, and none is sent twice', async () => {
    const kill = database.batch([statement(sql`select pg_terminate_backend(pg_backend_pid())`)]);
    const outcomes = await Promise.allSettled([kill, ...ids(30).map(write)]);
    expect(outcomes[0]!.status).toBe('rejected');
    const kept = await written();
    const acknowledged = outcomes.slice(1).flatMap(({ status }, index) => (status === 'fulfilled' ? [index + 1] : []));
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    await write(100);
    expect(await written()).toContain(100);
  });
});
