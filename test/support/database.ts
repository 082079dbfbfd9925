import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { inject } from 'vitest';
import { Database, type DatabaseOptions, ormOptions } from '#platform/database';
import { migrate } from '#service';

/** A database for one spec file. */
export interface TestDatabase {
  url: string;
  /** Closes open connections and drops the database. */
  drop(): Promise<void>;
}

/** The migrated database that those of all specs in this run are copied from; the first spec creates it. */
const TEMPLATE = 'template_lost_and_found';
const LOCK = 5_117_026;
/** File by file: by way of the write-ahead log, as is the default, a copy takes five times as much of a processor. */
const COPIED = 'STRATEGY FILE_COPY';

/** Creates a new, migrated database in the run's PostgreSQL. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = newName();
  await connected(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${TEMPLATE}_new`);
      await migrate(addressOf(server, `${TEMPLATE}_new`));
      await client.query(`ALTER DATABASE ${TEMPLATE}_new RENAME TO ${TEMPLATE}`);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} ${COPIED}`);
  });
  return databaseOf(server, name);
}

/** Creates an empty database. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const [server, name] = [inject('postgresUrl'), newName()];
  await connected(server, (client) => client.query(`CREATE DATABASE ${name}`));
  return databaseOf(server, name);
}

function newName(): string {
  return `test_${randomBytes(8).toString('hex')}`;
}

function databaseOf(server: string, name: string): TestDatabase {
  // As superuser: an autovacuum worker may be at the database, and nobody else may end it.
  const drop = () => connected(inject('superuserUrl'), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return { url: addressOf(server, name), drop: async () => void (await drop()) };
}

/** A new, migrated database, opened as the service does. */
export async function openDatabase(options: Pick<DatabaseOptions, 'poolSize' | 'limits'> = {}): Promise<{
  url: string;
  database: Database;
  close(): Promise<void>;
}> {
  const made = await createDatabase();
  const orm = new MikroORM(ormOptions({ url: made.url, entities: [], ...options }));
  return {
    url: made.url,
    database: await Database.of(orm),
    async close() {
      await orm.close();
      await made.drop();
    },
  };
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs work on a new connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The calls that wait for what this very connection has locked: `pg_locks` shows the other specs' databases too. */
export const WAITING_FOR_US = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

/** A copy of a database as a dump restored elsewhere would be; nobody may be connected to the original meanwhile but its own pools. */
export async function copyOf(url: string): Promise<TestDatabase> {
  const [server, name, original] = [inject('postgresUrl'), newName(), new URL(url).pathname.slice(1)];
  await connected(server, async (client) => {
    // Autovacuum, which is another's, makes way by itself.
    const clients =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'";
    await client.query(clients, [original]);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${original} ${COPIED}`);
  });
  return databaseOf(server, name);
}

/** Every row of every table, in no order, but what a migration notes of itself. */
export async function rowsOf(client: pg.Client): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname not like 'migrations%' order by 1`);
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) contents[name] = (await client.query(`select * from "${name}"`)).rows;
  return contents;
}
