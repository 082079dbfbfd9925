import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { groupsContext, settleCell } from '#contexts/groups';
import { copyMigrations } from '#platform/copies';
import { databaseMigrations, isDatabaseError, type MigrationReport, type Migrations, runMigrations } from '#platform/database';
import { eventMigrations } from '#platform/event-store';
import { idempotencyMigrations } from '#platform/idempotency';
import { imageMigrations } from '#platform/images';
import { limitMigrations } from '#platform/limits';
import { BULK, CALLS, openClient, schemaParameter, sharesSessions } from '#platform/postgres';
import { StartError } from '#platform/process';
import { migrateQueue } from '#platform/queue';
import { keyMigrations } from '#platform/secrets';
import { CONTEXT_MIGRATIONS } from './contexts.js';
import { References } from './migrations/0001_references.js';
import { NoReferences } from './migrations/0002_no_references.js';
import { LastBackup } from './migrations/0003_last_backup.js';
import { BEFORE_PARTS, handOverToParts } from './migrations/before-parts.js';

/** All migrations; each part comes after those with the tables and views that it refers to. */
export const MIGRATIONS: Migrations = {
  ...databaseMigrations,
  ...eventMigrations,
  ...keyMigrations,
  ...copyMigrations,
  ...limitMigrations,
  ...idempotencyMigrations,
  ...groupsContext.migrations,
  'service/0001_references': References,
  'service/0002_no_references': NoReferences,
  ...CONTEXT_MIGRATIONS,
  ...imageMigrations,
  'service/0003_last_backup': LastBackup,
};

/** Advisory lock that serialises migrations of processes that start at the same time. */
const LOCK = 7_203_118;

/** How often to ask for that lock, in milliseconds. */
const ASK_AGAIN = 200;

/** The names of all migrations of this release, and of those that they replace. */
export function knownMigrations(): ReadonlySet<string> {
  return new Set([...BEFORE_PARTS, ...Object.entries(MIGRATIONS).flatMap(namesOf)]);
}

/** The migrations that make at least the tables and columns of these names, for a backup of an earlier release. */
export function migrationsNamed(names: ReadonlySet<string>): Migrations {
  return Object.fromEntries(Object.entries(MIGRATIONS).filter((one) => namesOf(one).some((name) => names.has(name))));
}

function namesOf([name, { replaces = [] }]: [string, Migrations[string]]): string[] {
  return [name, ...replaces];
}

/**
 * Migrates the database and the queue's tables to this release, while processes of the previous one work on it. Safe to run from several
 * processes at once, and again after it was interrupted.
 * @param report called with the progress
 * @param migrations all of them; a test or a backup of an earlier release leaves some out
 * @param cell gives a new database its Group numbers
 * @throws StartError when the database is older than release 0.1.0, is of another cell, is not in UTF-8, lacks extensions that can't be
 * created, or is behind a pooler that shares sessions
 */
export async function migrate(
  databaseUrl: string,
  report: MigrationReport = () => undefined,
  migrations: Migrations = MIGRATIONS,
  cell = 0,
): Promise<void> {
  const session = await openClient(databaseUrl, { limits: BULK });
  try {
    await requireOwnSession(databaseUrl, session, migrations);
    await takeTurn(session);
    const settle = () => settleCell(async (text) => (await session.query(text)).rows, cell);
    // A database of another cell is not touched; a new database has no numbers before its migrations.
    await settle();
    await handOverToParts(session);
    if (await isNew(session)) {
      await requireMeantSchema(databaseUrl, session);
      await requireUnicode(session);
      await createExtensions(session);
    }
    await runMigrations(session, migrations, report);
    await settle();
    await migrateQueue(session);
    await switchOffJit(session, report);
  } finally {
    await session.end();
  }
}

/** Nothing is refused where nothing is to be done. @throws StartError behind a pooler that shares sessions: their locks would be others' */
async function requireOwnSession(databaseUrl: string, session: pg.Client, migrations: Migrations): Promise<void> {
  const { pending } = await migrationsOf(async (text) => (await session.query(text)).rows);
  if (!pending.some((name) => name in migrations) || !(await sharesSessions(databaseUrl))) return;
  throw new StartError(
    'Migrations need a session of their own, and a pooler is in between that shares sessions (PgBouncer in transaction mode): set ' +
      'DATABASE_DIRECT_URL to the database without it. Nothing has been changed.',
  );
}

/** Extensions of PostgreSQL that the migrations create, or somebody who may before them, in any schema of the search path. */
export const EXTENSIONS = ['btree_gin', 'pg_trgm', 'unaccent'] as const;

/** The encoding of texts that the database has, as PostgreSQL calls it. */
export const UNICODE = 'UTF8';

async function isNew(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ new: boolean }>(`select to_regclass('migrations') is null as new`);
  return rows[0]!.new;
}

/** @throws StartError where tables would be made in another schema than is meant: an installation goes on where it is */
async function requireMeantSchema(databaseUrl: string, session: pg.Client): Promise<void> {
  const named = schemaParameter(databaseUrl);
  if (named !== null)
    throw new StartError(
      `DATABASE_URL: ${named} is no parameter of PostgreSQL: leave it out, or write options=-c%20search_path%3D and the schema.`,
    );
  const { rows } = await session.query(`select from pg_class where oid = to_regclass('public.migrations')`);
  if (rows.length > 0)
    throw new StartError(
      'The tables are in the schema public, which the search_path leaves out: name it. Nothing has been changed.',
    );
}

/** @throws StartError where names and texts could not be kept, or would be folded byte by byte */
async function requireUnicode(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding === UNICODE) return;
  throw new StartError(
    `The database is in ${encoding}, and has to be in UTF-8: make one by createdb --encoding UTF8 --template template0. ` +
      'Nothing has been changed.',
  );
}

/** Creates them on a new database. @throws StartError naming those that it can't use, and why */
async function createExtensions(session: pg.Client): Promise<void> {
  const refused: string[] = [];
  const { rows } = await session.query<{ extname: string }>('select extname from pg_extension');
  // Azure refuses the statement to most roles, also where the extension is there.
  for (const name of EXTENSIONS.filter((one) => !rows.some(({ extname }) => extname === one))) {
    await session.query(`create extension ${name}`).catch((error) => {
      if (!isDatabaseError(error)) throw error;
      refused.push(`${name} (${(error as Error).message})`);
    });
  }
  const { rows: hidden } = await session.query<{ name: string; schema: string }>(
    `select extname as name, nspname as schema from pg_extension join pg_namespace n on n.oid = extnamespace
     where extname = any($1) and nspname <> all(current_schemas(true))`,
    [EXTENSIONS],
  );
  refused.push(...hidden.map(({ name, schema }) => `${name} (its schema ${schema} is not in the search_path of the role)`));
  if (refused.length === 0) return;
  throw new StartError(`The database lacks extensions: ${refused.join(', ')}. See docs/postgresql.md.`);
}

/** Waits without a statement under way: an index that another process builds concurrently would wait for that statement's end. */
async function takeTurn(session: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]!.taken) return;
    await pause(ASK_AGAIN);
  }
}

/** Poolers drop the settings of sessions, so the role has this one as well, in this database. Where it can't be set, that is reported. */
async function switchOffJit(session: pg.Client, report: MigrationReport): Promise<void> {
  const statement = `format('alter role current_user in database %I set jit = off', current_database())`;
  try {
    await session.query(`do $$ begin execute ${statement}; end $$`);
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    report({ migration: 'jit = off', doing: 'refused', reason: (error as Error).message });
  }
}

/**
 * The migrations of this release that the database lacks, and those that it has from a later release.
 * @param query runs a statement and returns its rows
 */
export async function migrationsOf(
  query: (text: string) => Promise<{ name: string }[]>,
): Promise<{ pending: string[]; unknown: string[] }> {
  const [table] = await query(`select 'migrations' as name where to_regclass('migrations') is not null`);
  const done = new Set(table ? (await query('select name from migrations order by id')).map(({ name }) => name) : []);
  const known = knownMigrations();
  return {
    pending: Object.keys(MIGRATIONS).filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.has(name)),
  };
}

/** How often to look whether the database is migrated, in milliseconds. */
const LOOK_AGAIN = 2_000;

/**
 * Returns once no migration is pending.
 * @param waiting called once when it has to wait
 * @throws when the database can't be reached
 */
export async function untilMigrated(databaseUrl: string, waiting: () => void): Promise<void> {
  for (let looked = 0; !(await isMigratedAt(databaseUrl)); looked++) {
    if (looked === 0) waiting();
    await pause(LOOK_AGAIN);
  }
}

async function isMigratedAt(databaseUrl: string): Promise<boolean> {
  const client = await openClient(databaseUrl, { limits: CALLS });
  try {
    return (await migrationsOf(async (text) => (await client.query(text)).rows)).pending.length === 0;
  } finally {
    await client.end();
  }
}
