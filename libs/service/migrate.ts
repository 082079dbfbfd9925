import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { credentialMigrations } from '#contexts/credentials';
import { groupMigrations } from '#contexts/groups';
import { itemMigrations } from '#contexts/items';
import { languageMigrations } from '#contexts/languages';
import { locationMigrations } from '#contexts/locations';
import { messageMigrations } from '#contexts/messages';
import { requestMigrations } from '#contexts/requests';
import { signInMigrations } from '#contexts/sign-in';
import { userMigrations } from '#contexts/users';
import { webhookMigrations } from '#contexts/webhooks';
import { copyMigrations } from '#platform/copies';
import { databaseMigrations, ormOptions } from '#platform/database';
import { eventMigrations } from '#platform/event-store';
import { idempotencyMigrations } from '#platform/idempotency';
import { keyMigrations } from '#platform/keys';
import { limitMigrations } from '#platform/limits';
import { BULK, openClient } from '#platform/postgres';
import { migrateQueue } from '#platform/queue';
import { ENTITIES } from './contexts.js';
import { References } from './migrations/0001_references.js';
import { BEFORE_PARTS, handOverToParts, isFromBeforeParts } from './migrations/before-parts.js';

/** All migrations; each part comes after those whose tables and views it refers to. */
const MIGRATIONS = {
  ...databaseMigrations,
  ...eventMigrations,
  ...keyMigrations,
  ...copyMigrations,
  ...limitMigrations,
  ...idempotencyMigrations,
  ...groupMigrations,
  'service/0001_references': References,
  ...languageMigrations,
  ...locationMigrations,
  ...credentialMigrations,
  ...userMigrations,
  ...signInMigrations,
  ...itemMigrations,
  ...requestMigrations,
  ...webhookMigrations,
  ...messageMigrations,
};

/** Advisory lock that serialises migrations of processes that start at the same time. */
const LOCK = 7_203_118;

type Migrations = Record<string, new (...args: never[]) => object>;

function options(databaseUrl: string, migrations: Migrations): Options {
  return {
    ...ormOptions({ url: databaseUrl, entities: ENTITIES, poolSize: 2, limits: BULK }),
    extensions: [Migrator],
    migrations: {
      migrationsList: Object.entries(migrations).map(([name, migration]) => ({ name, class: migration as never })),
      snapshot: false,
      tableName: 'migrations',
      silent: true,
    },
  };
}

/** The names of all migrations of this release. */
export function knownMigrations(): ReadonlySet<string> {
  return new Set([...Object.keys(BEFORE_PARTS), ...Object.keys(MIGRATIONS)]);
}

/**
 * Migrates the database and the queue's tables to this release. Safe to run from several processes at once.
 * @param only of all migrations, for a backup of an earlier release; all of them when absent
 */
export async function migrate(databaseUrl: string, only?: ReadonlySet<string>): Promise<void> {
  const session = await openClient(databaseUrl, { limits: BULK });
  try {
    await session.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (await isFromBeforeParts(session)) {
      await run(databaseUrl, BEFORE_PARTS);
      await handOverToParts(session);
    }
    await run(databaseUrl, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => only?.has(name) ?? true)));
    await migrateQueue(session);
  } finally {
    await session.end();
  }
}

/** Runs the pending migrations. */
async function run(databaseUrl: string, migrations: Migrations): Promise<void> {
  const orm = await MikroORM.init(options(databaseUrl, migrations));
  try {
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}

/** Whether no migration is pending. */
export async function isMigrated(orm: MikroORM): Promise<boolean> {
  const rows = await orm.em.getConnection().execute<{ name: string }[]>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(MIGRATIONS).every((name) => done.has(name));
}
