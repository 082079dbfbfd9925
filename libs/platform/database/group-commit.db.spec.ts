import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { BY_KEY } from './by-key.js';
import { Database } from './database.js';
import { ormOptions } from './database.module.js';
import type { RecordOf } from './pieces.js';
import { statement } from './sql.js';

let made: TestDatabase;
let orm: MikroORM;
let database: Database;
beforeAll(async () => {
  made = await createDatabase();
  orm = new MikroORM(ormOptions({ url: made.url, entities: [], poolSize: 4 }));
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
const write = (id: number, of?: RecordOf) =>
  database.batch([statement(sql`insert into written (id) values (${id}::int) returning id`)], of);
const itemOf = (groupID: number, id: number): RecordOf => ({ groupID, type: 'item', id });
const taking = (rows: number[]) => rows.map((id) => statement(sql`update locked set times = times + 1 where id = ${id}::int`));
const take = (...rows: number[]) => database.batch(taking(rows));

/** Holds a lock on the rows until it is let go. */
async function hold(...rows: number[]): Promise<() => Promise<unknown>> {
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.transaction(async (client) => {
    await client.query('select from locked where id = any($1) for update', [rows]);
    held.resolve();
    await gate.promise;
  });
  await Promise.race([held.promise, holding]);
  return () => {
    gate.resolve();
    return holding;
  };
}

/** In how many transactions what was written was. */
async function transactions(): Promise<number> {
  const [row] = (await run(sql`select count(distinct transaction)::int as count from written`)) as { count: number }[];
  return row!.count;
}
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function written(): Promise<number[]> {
  return ((await run(sql`select id from written order by id`)) as { id: number }[]).map(({ id }) => id);
}

describe('transactions that are ready together', () => {
  it('are sent as few, and each gets its own rows', async () => {
    const answers = await Promise.all(ids(40).map((id) => write(id)));
    expect(answers).toEqual(ids(40).map((id) => [[{ id }]]));
    expect(await transactions()).toBeLessThan(10);
  });

  it('wait for no other: one alone is sent at once', async () => {
    await write(1);
    expect(await written()).toEqual([1]);
  });

  it('fail alone', async () => {
    const outcomes = await Promise.allSettled([...ids(20), 7, 13].map((id) => write(id)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(outcomes.slice(0, 20).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(18);
    expect(await written()).toEqual(ids(20));
  });

  it('go together again without the one that is refused', async () => {
    await write(7);
    const outcomes = await Promise.allSettled(ids(32).map((id) => write(id, itemOf(id % 3, id))));
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []))).toEqual([7]);
    expect(await written()).toEqual(ids(32));
    expect(await transactions()).toBeLessThanOrEqual(3);
  });

  it('go together again without a Group of which two are refused', async () => {
    await Promise.all([write(1), write(4)]);
    const outcomes = await Promise.allSettled(ids(30).map((id) => write(id, itemOf(id % 3, id))));
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []))).toEqual([1, 4]);
    const [others] = (await run(sql`select count(distinct transaction)::int as count from written where id % 3 <> 1`)) as {
      count: number;
    }[];
    expect(others!.count).toBe(1);
  });

  it('do not wait for the locks that one of them waits for', async () => {
    const release = await hold(1, 2);
    const waiting = [take(1), take(2)];
    await Promise.all(ids(40).map((id) => write(id)));
    expect(await written()).toEqual(ids(40));
    await release();
    await Promise.all(waiting);
    expect(await run(sql`select times from locked`)).toEqual([{ times: 1 }, { times: 1 }]);
  });

  it('leave a Group to itself for a while after one of its own met a lock', async () => {
    const release = await hold(1);
    const waiting = database.batch(taking([1]), itemOf(31, 1));
    // It is known by then: this one shares its transaction, which is sent again without it.
    await write(1, itemOf(32, 1));
    await Promise.all([write(2, itemOf(31, 2)), write(3, itemOf(32, 2)), write(4, itemOf(31, 3)), write(5, itemOf(32, 3))]);
    await release();
    await waiting;
    const together = await run(
      sql`select array_agg(id order by id) as ids from written where id > 1 group by transaction order by min(id)`,
    );
    expect(together).toEqual([{ ids: [2] }, { ids: [3, 5] }, { ids: [4] }]);
  });

  it('never have two of one record, and have those of a Group share their places with another', async () => {
    await Promise.all([write(1, itemOf(1, 1)), write(2, itemOf(1, 1)), write(3, itemOf(1, 2)), write(4, itemOf(2, 1))]);
    expect(await transactions()).toBe(2);
    await run(sql`truncate written`);
    const flood = ids(400).map((id) => write(id, itemOf(1, id)));
    await Promise.all([...flood, write(1_000, itemOf(2, 1))]);
    const beside = await run(
      sql`select id from written where transaction = (select transaction from written where id = 1000) order by id`,
    );
    expect((beside as { id: number }[]).map(({ id }) => id)).toEqual([...ids(31), 1_000]);
  });

  it('wait once for the locks that pieces of one Group meet', async () => {
    await run(sql`create sequence tries`);
    const release = await hold(1, 2);
    const waiting = [1, 2].map((row) => database.batch(taking([row]), itemOf(42, row)));
    // In front of them, so that it is carried out each time that they are sent together.
    await database.batch([statement(sql`insert into written (id) values (nextval('tries')::int)`)], itemOf(41, 1));
    expect(await written()).toEqual([2]);
    await release();
    await Promise.all(waiting);
  });

  it('and look-ups that are: a Group with many delays no other', async () => {
    const reading = statement(sql`select pg_current_xact_id()::text as id`);
    const read = async (groupID: number) => (await database.lookUp<[{ id: string }]>(groupID, reading))[0][0]!.id;
    const flood = ids(400).map(() => read(51));
    const [beside, ...others] = await Promise.all([read(52), ...flood]);
    // It is in the first transaction, with as many of the flood as have a place beside it.
    expect(others.flatMap((id, index) => (id === beside ? [index] : []))).toEqual(ids(31).map((n) => n - 1));
  });

  it('are planned as ever where one of them is planned by key', async () => {
    const setting = () => statement(sql`select current_setting('enable_seqscan') as scan`);
    const [byKey, other] = await Promise.all([database.batch([BY_KEY, setting()]), database.batch([setting()])]);
    expect([byKey[1], other[0]]).toEqual([[{ scan: 'off' }], [{ scan: 'on' }]]);
  });

  it('fail alone when they cannot even be built', async () => {
    const unbuildable = {
      compile: () => {
        throw new TypeError('cannot be built');
      },
    };
    const outcomes = await Promise.allSettled([
      ...ids(10).map((id) => write(id)),
      database.batch([unbuildable]),
      ...[11, 12].map((id) => write(id)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(10).fill('fulfilled'), 'rejected', 'fulfilled', 'fulfilled']);
    expect(await written()).toEqual(ids(12));
  });

  it('both end when they lock each other’s rows', async () => {
    await Promise.all(ids(20).map((index) => (index % 2 === 0 ? take(1, 2) : take(2, 1))));
    expect(await run(sql`select times from locked`)).toEqual([{ times: 20 }, { times: 20 }]);
  });

  it('learn of a lost connection, and none is sent twice', async () => {
    const kill = database.batch([statement(sql`select pg_terminate_backend(pg_backend_pid())`)]);
    const outcomes = await Promise.allSettled([kill, ...ids(30).map((id) => write(id))]);
    expect(outcomes[0]!.status).toBe('rejected');
    const kept = await written();
    const acknowledged = outcomes.slice(1).flatMap(({ status }, index) => (status === 'fulfilled' ? [index + 1] : []));
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    await write(100);
    expect(await written()).toContain(100);
  });
});

describe('steps of a transaction that are ready together', () => {
  it('travel together, and one that is refused is undone alone', async () => {
    const trips: unknown[] = [];
    const outcomes = await database.inTransaction(async () => {
      await database.withConnection(async (client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => unknown;
        client.query = ((...given: unknown[]) => {
          trips.push(given[0]);
          return query(...given);
        }) as never;
      });
      return Promise.allSettled([...ids(50), 7].map((id) => write(id)));
    });
    // RELEASE of the step above, the steps ten by ten, back to the savepoint, COMMIT.
    expect(trips.length).toBe(9);
    expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([50]);
    expect(outcomes[6]).toMatchObject({ value: [[{ id: 7 }]] });
    expect(await written()).toEqual(ids(50));
    expect(await transactions()).toBe(1);
  });
});
