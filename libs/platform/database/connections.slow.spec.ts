import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../../../test/support/database.js';
import { SwallowingProxy } from '../../../test/support/swallowing-proxy.js';
import { Database } from './database.js';
import { ormOptions } from './database.module.js';
import { statement } from './sql.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** A fifth of what calls have. */
const LIMITS = { connect: 1_000, query: 2_400, statement: 2_000, idleInTransaction: 1_000 };
const SIZE = 4;

let made: TestDatabase;
let proxy: SwallowingProxy;
let orm: MikroORM;
let database: Database;
beforeEach(async () => {
  made = await createDatabase();
  proxy = await SwallowingProxy.open(made.url);
  orm = new MikroORM(ormOptions({ url: proxy.url, entities: [], poolSize: SIZE, limits: LIMITS }));
  database = await Database.of(orm);
});
afterEach(async () => {
  await orm?.close();
  await proxy?.close();
  await made?.drop();
});

const one = () => database.query(statement(sql`select 1 as one`));
const sleep = (seconds: number) => database.query(statement(sql`select pg_sleep(${seconds}::float8)`));
const write = () => database.batch([statement(sql`select 1 as one`)]);

/** Opens every connection of the pool. */
const open = () => Promise.all(Array.from({ length: SIZE }, () => sleep(0.1)));

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const began = performance.now();
  const error = await work.then(
    () => expect.fail('it succeeded'),
    (problem) => problem,
  );
  return { error, after: performance.now() - began };
}

describe('a connection that is silently dead', () => {
  it.each([
    ['a statement', one],
    ['a transaction in one round trip', write],
    ['a transaction of several steps', () => database.inTransaction(one)],
  ])('fails %s as unavailable, and is not used again', async (_what, work) => {
    await one();
    proxy.swallow();
    const { error, after } = await failureOf(work());
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(after).toBeGreaterThan(LIMITS.query - 100);
    expect(database.connections.timedOut.query).toBeGreaterThan(0);
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('cannot be made: that fails as unavailable too', async () => {
    proxy.swallow({ all: true });
    await failureOf(one());
    const { error, after } = await failureOf(one());
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(after).toBeLessThan(LIMITS.query - 100);
    expect(database.connections.timedOut.connect).toBe(1);
    proxy.heal();
    expect(await one()).toEqual([{ one: 1 }]);
  });

  it('is noticed when half of the pool is: not ready, until others have taken their place', async () => {
    await open();
    await database.connections.check();
    proxy.swallow({ share: 0.5 });
    await expect(database.connections.check()).rejects.toThrow('2 of 4 connections are dead');
    await database.connections.check();
  });
});

describe('a slow statement', () => {
  it('is ended by PostgreSQL, and its connection used again', async () => {
    const { error, after } = await failureOf(sleep(10));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(after).toBeLessThan(LIMITS.query);
    expect(database.connections.pool.totalCount).toBe(1);
  });

  it('makes others wait for a connection only so long', async () => {
    const slow = Array.from({ length: SIZE }, () => sleep(1.5));
    const { error, after } = await failureOf(one());
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(after).toBeLessThan(1_500);
    expect(database.connections.timedOut.wait).toBe(1);
    await Promise.all(slow);
  });
});

it('a transaction that is left idle is ended by PostgreSQL, and its connection not used again', async () => {
  const idle = database.transaction(async (client) => {
    await new Promise((resolve) => setTimeout(resolve, LIMITS.idleInTransaction + 500));
    await client.query('select 1');
  });
  await expect(idle).rejects.toThrow();
  expect(await one()).toEqual([{ one: 1 }]);
});

describe('a database that takes no writes', () => {
  it('is noticed when it is read-only, and again when it is not', async () => {
    const name = new URL(made.url).pathname.slice(1);
    await database.connections.checkWritable();
    const turn = (state: 'on' | 'off') =>
      connected(made.url, (client) => client.query(`alter database ${name} set default_transaction_read_only = ${state}`));
    await turn('on');
    await orm.close();
    orm = new MikroORM(ormOptions({ url: proxy.url, entities: [], poolSize: SIZE, limits: LIMITS }));
    database = await Database.of(orm);
    await expect(database.connections.checkWritable()).rejects.toThrow('The database is read-only.');
    await connected(made.url, async (client) => {
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} reset default_transaction_read_only`);
    });
    await database.connections.checkWritable();
  });

  it('is noticed by a write that found no space, until there is some', async () => {
    await connected(made.url, async (client) => {
      await client.query('create table full_disk (number int)');
      await client.query(`create function refuse() returns trigger language plpgsql as
        $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
      await client.query('create trigger refuse before insert on full_disk for each row execute function refuse()');
    });
    await connected(asSuperuser(made.url), async (client) => {
      await client.query(`create function refuse_file() returns event_trigger language plpgsql as
        $$ begin raise 'could not create file: No space left on device' using errcode = '53100'; end $$`);
      await client.query(`create event trigger refuse_file on ddl_command_start execute function refuse_file()`);
    });
    await database.connections.checkWritable();
    const { error } = await failureOf(database.batch([statement(sql`insert into full_disk values (1)`)]));
    expect(isDatabaseUnavailable(error)).toBe(true);
    await expect(database.connections.checkWritable()).rejects.toThrow('No space left on device');
    await expect(database.connections.checkWritable()).rejects.toThrow('No space left on device');
    await connected(asSuperuser(made.url), (client) => client.query('drop event trigger refuse_file'));
    await database.connections.checkWritable();
  });
});

it('a costly kind of call leaves the others connections', async () => {
  const order: string[] = [];
  const costly = Array.from({ length: SIZE }, (_, n) =>
    database.inTurn('searches', n % 2, () => sleep(0.3)).then(() => order.push('costly')),
  );
  await one();
  order.push('quick');
  await Promise.all(costly);
  expect(order).toEqual(['quick', 'costly', 'costly', 'costly', 'costly']);
});

/** Event triggers are for superusers. */
function asSuperuser(database: string): string {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(database).pathname;
  return url.href;
}
