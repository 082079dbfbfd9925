import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../test/support/database.js';
import type { Database } from './database.js';
import { roundTrip } from './round-trip.js';
import { prepared, type Statement, statement, template, unprepared } from './sql.js';
import { isDatabaseUnavailable } from './unavailable.js';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;
beforeAll(async () => {
  // One connection: what a statement leaves behind on it is met by the next.
  opened = await openDatabase({ poolSize: 1 });
  database = opened.database;
  await run(sql`create table kept (id int primary key, name text, at timestamptz not null default now())`);
});
beforeEach(() => run(sql`truncate kept`));
afterAll(() => opened?.close());

const run = (query: ReturnType<typeof sql>) => database.query(statement(query));
const insert = template<{ id: number; name: string | null }, { id: number }>(({ id, name }) =>
  statement(sql`insert into kept (id, name) values (${id}::int, ${name}::text) returning id`),
);
const divided = template<{ by: number }, { result: number }>(({ by }) => statement(sql`select 10 / ${by}::int as result`));
const kept = async () => (await run(sql`select id from kept order by id`)).map((row) => (row as { id: number }).id);

describe('statements of one round trip', () => {
  it('are answered each with its own rows, also where there are none', async () => {
    const nothing: Statement = statement(sql`delete from kept where id = 99`);
    const rows = () =>
      database.pipeline<unknown[]>(divided({ by: 5 }), nothing, divided({ by: 2 }), insert({ id: 1, name: null }));
    expect(await rows()).toEqual([[{ result: 2 }], [], [{ result: 5 }], [{ id: 1 }]]);
    await run(sql`truncate kept`);
    expect(await rows()).toEqual([[{ result: 2 }], [], [{ result: 5 }], [{ id: 1 }]]);
  });

  it('are one transaction: after an error nothing is kept', async () => {
    await expect(
      database.pipeline(insert({ id: 1, name: 'a' }), divided({ by: 0 }), insert({ id: 2, name: 'b' })),
    ).rejects.toThrow('division by zero');
    expect(await kept()).toEqual([]);
  });

  it('work again after one of them failed, was skipped, or could not be written down', async () => {
    const third = template<{ value: number }, { value: number }>(({ value }) => statement(sql`select ${value}::int as value`));
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(database.pipeline(divided({ by: 0 }), third({ value: 3 }))).rejects.toThrow('division by zero');
    await expect(database.query(third({ value: circular as never }))).rejects.toThrow(TypeError);
    await expect(database.query(third({ value: 'x' as never }))).rejects.toThrow('invalid input syntax');
    expect(await database.pipeline<unknown[]>(third({ value: 3 }), divided({ by: 5 }))).toEqual([
      [{ value: 3 }],
      [{ result: 2 }],
    ]);
  });

  it('give the same values whether they are prepared, planned each time, or sent by pg', async () => {
    const values = sql<object>`select 7 as number, null as nothing, array['a', 'b,"c']::text[] as list, '{"b":1,"a":[2]}'::json as json,
      true as yes, timestamptz '2026-11-22 10:00:00.5Z' as moment, '\\x00ff'::bytea as bytes, 9007199254740993::bigint as big`;
    const expected = await database.withConnection(async (client) => (await client.query(statement(values).compile().sql)).rows);
    expect(expected[0]).toMatchObject({ number: 7, list: ['a', 'b,"c'] });
    for (const query of [statement(values), statement(values), unprepared(statement(values))]) {
      expect(await database.query(query)).toEqual(expected);
    }
  });

  it('are prepared again when the tables change, and have no other result’s columns', async () => {
    const all = statement(sql<object>`select * from kept`);
    await run(sql`insert into kept (id, name, at) values (1, 'a', '2026-01-01')`);
    expect(await database.query(all)).toMatchObject([{ id: 1, name: 'a' }]);
    await run(sql`alter table kept drop column name`);
    const [row] = await database.query<{ name?: string }>(all);
    expect(row).not.toHaveProperty('name');
    await run(sql`alter table kept add column name text default 'b'`);
    expect(await database.query(all)).toMatchObject([{ id: 1, name: 'b' }]);
    // Several that travel together are kept once.
    const together = [insert({ id: 2, name: 'c' }), insert({ id: 3, name: 'd' }), all];
    await run(sql`alter table kept add column more int default 5`);
    const rows = await Promise.all(together.map((one) => database.batch([one])));
    expect(rows.at(-1)![0]).toMatchObject([{ more: 5 }, { more: 5 }, { more: 5 }]);
    await run(sql`alter table kept drop column more`);
  });

  it('are prepared again within a transaction of several steps, which keeps what it did before', async () => {
    const all = statement(sql<object>`select * from kept`);
    const steps = (id: number) =>
      database.inTransaction(async () => {
        await database.query(insert({ id, name: 'a' }));
        return database.query(all);
      });
    await steps(1);
    await run(sql`alter table kept add column more int default 5`);
    expect(await steps(2)).toMatchObject([{ more: 5 }, { more: 5 }]);
    expect(await kept()).toEqual([1, 2]);
    await run(sql`alter table kept drop column more`);
  });

  it('that cannot be sent again fail as unavailable, and are prepared again next time', async () => {
    const all = statement(sql<object>`select *, 1 as one from kept`).compile();
    const read = () => database.transaction((client) => roundTrip(client, [prepared(all)]));
    await run(sql`insert into kept (id, name) values (1, 'a')`);
    await read();
    await run(sql`alter table kept add column more int default 5`);
    expect(isDatabaseUnavailable(await read().catch((error) => error))).toBe(true);
    expect(await read()).toMatchObject([[{ more: 5 }]]);
    await run(sql`alter table kept drop column more`);
  });
});
