import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/database.js';
import { OnlineMigration } from './online-migration.js';
import { type MigrationProgress, runMigrations } from './run-migrations.js';

class Things extends Migration {
  override up(): void {
    this.addSql('create table things (group_id int, id int, name text not null, primary key (group_id, id))');
    this.addSql(`insert into things select g, n, 'thing ' || n from generate_series(1, 2) g, generate_series(1, 3000) n`);
  }
}

class Lengths extends OnlineMigration {
  override up(): void {
    this.addSql('alter table things add column length int');
    this.backfill({ table: 'things', set: 'length = char_length(name)', where: 'length is null' });
    this.addSql('create index concurrently things_by_length on things (group_id, length)');
    this.addSql('alter table things add constraint things_length check (length is not null) not valid');
    this.addSql('alter table things validate constraint things_length');
    this.addSql('alter table things alter column length set not null');
  }
}

const MIGRATIONS = { things: Things, lengths: Lengths };

let database: TestDatabase;
let session: pg.Client;
let others: pg.Client;
let told: MigrationProgress[];

async function open(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  // The database is dropped while connections to it may still be open.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const run = (client = session, migrations: typeof MIGRATIONS | { things: typeof Things } = MIGRATIONS) =>
  runMigrations(client, migrations, (progress) => void told.push(progress));

const one = async (sql: string) => (await others.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];

beforeEach(async () => {
  database = await createEmptyDatabase();
  [session, others] = [await open(), await open()];
  told = [];
  await run(session, { things: Things });
  return async () => {
    await Promise.all([session.end(), others.end()]);
    await database.drop();
  };
});

describe('migrating', () => {
  it('fills columns batch by batch, builds indexes beside, and notes what it did once', async () => {
    await run();
    expect(await one('select count(*)::int from things where length = char_length(name)')).toBe(6000);
    expect(await one(`select indisvalid from pg_index where indexrelid = 'things_by_length'::regclass`)).toBe(true);
    expect(told.filter(({ doing }) => doing === 'rows').length).toBeGreaterThan(2);
    await run();
    expect((await others.query('select name from migrations order by id')).rows).toEqual([
      { name: 'things' },
      { name: 'lengths' },
    ]);
    expect(await one('select count(*)::int from migrations_under_way')).toBe(0);
  });

  it('lets others go first where a long transaction holds a lock, instead of having all wait behind it', async () => {
    await others.query('begin');
    await others.query('select count(*) from things');
    const migrated = run();
    const third = await open();
    await third.query(`set statement_timeout = '1s'`);
    while (!told.some(({ doing }) => doing === 'waiting')) await third.query(`update things set name = 'new' where id = 1`);
    await others.query('commit');
    await migrated;
    await third.end();
    expect(await one('select count(*)::int from things where length is null')).toBe(0);
  });

  it('waits for a row that a command holds, and fills it afterwards', async () => {
    let held: Promise<unknown> | undefined;
    await runMigrations(session, MIGRATIONS, ({ doing }) => {
      if (doing === 'rows') held ??= holdRow();
    });
    await held;
    expect(await one('select length from things where group_id = 2 and id = 2999')).toBe('longer than before'.length);
  });

  /** Changes a row and commits a while later, as a command does whose transaction is slow. */
  async function holdRow(): Promise<void> {
    await others.query('begin');
    await others.query(`update things set name = 'longer than before', length = null where group_id = 2 and id = 2999`);
    await others.query('select pg_sleep(0.5)');
    await others.query('commit');
  }

  it('continues where it was killed, and looks at no row again', async () => {
    const pid = (await session.query('select pg_backend_pid() as pid')).rows[0].pid;
    session.on('error', () => undefined);
    const killed = runMigrations(session, MIGRATIONS, ({ rows = 0 }) => {
      if (rows > 1000) void others.query('select pg_terminate_backend($1)', [pid]);
    });
    await expect(killed).rejects.toThrow();
    const filled = await one('select count(*)::int from things where length is not null');
    expect(filled).toBeGreaterThan(1000);
    expect(filled).toBeLessThan(6000);
    const next = await open();
    await run(next);
    await next.end();
    expect(await one('select count(*)::int from things where length is null')).toBe(0);
    expect(told.filter(({ doing }) => doing === 'rows').at(-1)!.rows).toBe(6000 - filled);
  });

  it('builds an index again that an interrupted build left invalid', async () => {
    await others.query('alter table things add column length int');
    await others.query('insert into migrations_under_way values ($1, 1)', ['lengths']);
    await expect(others.query('create unique index concurrently things_by_length on things (name)')).rejects.toThrow('unique');
    expect(await one(`select indisvalid from pg_index where indexrelid = 'things_by_length'::regclass`)).toBe(false);
    await run();
    expect(await one(`select pg_get_indexdef('things_by_length'::regclass)`)).toContain('(group_id, length)');
    expect(await one(`select indisvalid from pg_index where indexrelid = 'things_by_length'::regclass`)).toBe(true);
  });

  it('says which statement failed, and keeps nothing of its transaction', async () => {
    class Wrong extends Migration {
      override up(): void {
        this.addSql('alter table things add column kept text');
        this.addSql('alter table nothing add column kept text');
      }
    }
    await expect(runMigrations(session, { wrong: Wrong }, () => undefined)).rejects.toThrow('relation "nothing" does not exist');
    expect(await one(`select count(*)::int from pg_attribute where attrelid = 'things'::regclass and attname = 'kept'`)).toBe(0);
  });
});
