import { MikroORM } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { Database } from './database.js';
import { ormOptions } from './database.module.js';
import { rowsIn, valuesOf } from './folding.js';
import { APART, FOLDS, SHARED, statement, tables, template } from './sql.js';

interface Values {
  id: number;
  tags: readonly string[];
  shown: object;
}

const insert = template<Values, { id: number; tags: string[]; shown: object }>(
  ({ id, tags, shown }) =>
    statement(sql`insert into folded ${valuesOf(sql`(${id}, ${tags}, ${shown})`)} returning id, tags, shown`),
  FOLDS,
);
/** As many rows as the number says. */
const copies = template<{ id: number; count: number }, { of: number }>(
  ({ id, count }) =>
    statement(sql`insert into copies select given.id, n from (${valuesOf(sql`(${id}::int, ${count}::int)`)}) given (id, count),
      generate_series(1, given.count) n on conflict do nothing returning id as of`),
  ({ id }) => ({ as: 'one insert', isOwn: (row) => row.of === id }),
);
const echo = template<{ id: number }, { id: number }>(({ id }) => statement(sql`select ${id}::int as id`), APART);

describe('equal inserts of several pieces of work', () => {
  let made: TestDatabase;
  let orm: MikroORM;
  let database: Database;
  const run = (query: ReturnType<typeof sql>) => database.query(statement(query));
  beforeAll(async () => {
    made = await createDatabase();
    orm = new MikroORM(ormOptions({ url: made.url, entities: [], poolSize: 4 }));
    database = await Database.of(orm);
    await run(sql`create table folded (id int primary key check (id < 1000), tags text[] not null, shown json)`);
    await run(sql`create table copies (id int, n int, primary key (id, n))`);
    await run(sql`create table statements (rows int)`);
    await run(sql`create function counted() returns trigger language plpgsql as
      'begin insert into statements select count(*) from added; return null; end'`);
    await run(sql`create trigger counted after insert on folded referencing new table as added
      for each statement execute function counted()`);
  });
  beforeEach(() => run(sql`truncate folded, copies, statements`));
  afterAll(async () => {
    await orm?.close();
    await made?.drop();
  });
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const row = (id: number) => ({ id, tags: [`a${id}`, 'b, "c"'], shown: { of: id } });

  it('are few statements, and each piece gets its own rows', async () => {
    const all = numbers(27);
    const answers = await Promise.all(
      all.map((id) => database.batch([insert(row(id)), copies({ id, count: id % 3 }), echo({ id })])),
    );
    expect(answers).toEqual(all.map((id) => [[row(id)], Array(id % 3).fill({ of: id }), [{ id }]]));
    const [{ count, most }] = (await run(sql`select count(*)::int, max(rows) as most from statements`)) as [
      { count: number; most: number },
    ];
    expect(count).toBeLessThan(12);
    expect(most).toBe(16);
  });

  it('keep the others where one is refused, which is told so alone', async () => {
    const settled = await Promise.allSettled([5, 1000, 6, 7, 5].map((id) => database.batch([insert(row(id))])));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']);
    expect(settled[1]).toMatchObject({ reason: { constraint: 'folded_id_check' } });
    expect(settled[4]).toMatchObject({ reason: { constraint: 'folded_pkey' } });
    expect(await run(sql`select id from folded order by id`)).toEqual([{ id: 5 }, { id: 6 }, { id: 7 }]);
  });

  it('read once what several read alike, and each what differs', async () => {
    await run(sql`create sequence if not exists drawn`);
    const draw = template<{ name: string }, { n: number }>(
      ({ name }) => statement(sql`select ${name}::text as name, nextval('drawn')::int as n`),
      SHARED,
    );
    const answers = await Promise.all(
      ['a', 'b', 'a', 'b', 'a'].map((name) => database.lookUp<[{ n: number }]>(1, draw({ name }))),
    );
    const [a, b] = answers as [unknown, unknown];
    expect(answers).toEqual([a, b, a, b, a]);
    expect(a).not.toEqual(b);
  });

  it('go one after the other where one reads what the other writes', async () => {
    const isBelowThree = statement(sql`select 1 / case when (select count(*) from folded) < 3 then 1 else 0 end`);
    // Pieces of two groups wait for each other, as whatever counts rows must make them.
    const turn = statement(sql`select pg_advisory_xact_lock(1)`);
    const settled = await Promise.allSettled(numbers(8).map((id) => database.batch([turn, isBelowThree, insert(row(id))])));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await run(sql`select id from folded`)).toHaveLength(3);
  });
});

describe('an insert', () => {
  const db = tables<never>() as unknown as Kysely<{ a: { b: number; c: number } }>;

  it('has as many rows as it is given, each with its own parameters, in its kind of text', () => {
    const built = db
      .insertInto('a')
      .values({ b: 1, c: sql<number>`least(now(), ${2})` })
      .returning('b');
    const written = sql`insert into a (b) select * from (${valuesOf(sql`(${1}::int)`)}) given (b)`;
    expect(rowsIn(built.compile(), 2)).toBe(
      'insert into "a" ("b", "c") values ($1, least(now(), $2)), ($3, least(now(), $4)) returning "b"',
    );
    expect(rowsIn(statement(written).compile(), 3)).toBe(
      'insert into a (b) select * from (values ($1::int), ($2::int), ($3::int)) given (b)',
    );
  });

  it.each([
    ['no row that is known', sql`insert into a values (${1})`],
    ['parameters beside its row', sql`insert into a ${valuesOf(sql`(${1})`)} on conflict do update set b = ${2}`],
  ])('with %s has one row only', (_which, text) =>
    expect(() => rowsIn(statement(text).compile(), 2)).toThrow('This is no insert that can be folded'),
  );
});
