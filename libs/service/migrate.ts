import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ormOptions } from '#platform/database';
import { migrateQueue } from '#platform/queue';
import { ENTITIES } from './contexts.js';
import { Foundation } from './migrations/20261121_0001_foundation.js';
import { LanguagesAndLocations } from './migrations/20261121_0002_languages_locations.js';
import { Items } from './migrations/20261121_0003_items.js';
import { ApiTokens } from './migrations/20261121_0004_api_tokens.js';
import { Users } from './migrations/20261121_0010_users.js';
import { Sessions } from './migrations/20261121_0011_sessions.js';
import { SingleSignOn } from './migrations/20261121_0012_sso.js';
import { ItemLifeCycle } from './migrations/20261121_0015_item_life_cycle.js';
import { Requests } from './migrations/20261121_0016_requests.js';
import { Similarity } from './migrations/20261121_0017_similarity.js';
import { Webhooks } from './migrations/20261121_0020_webhooks.js';
import { ItemListing } from './migrations/20261121_0050_item_listing.js';
import { IdempotentAnswers } from './migrations/20261121_0055_idempotent_answers.js';
import { Candidates } from './migrations/20261121_0058_candidates.js';
import { Messages } from './migrations/20261121_0060_messages.js';
import { Retention } from './migrations/20261121_0064_retention.js';
import { TokenRoles } from './migrations/20261121_0066_token_roles.js';
import { SearchOfOwners } from './migrations/20261121_0067_search_of_owners.js';

/** Every migration, in order; a release only adds to the end. */
const MIGRATIONS = {
  Foundation,
  LanguagesAndLocations,
  Items,
  ApiTokens,
  Users,
  Sessions,
  SingleSignOn,
  ItemLifeCycle,
  Requests,
  Similarity,
  Webhooks,
  ItemListing,
  IdempotentAnswers,
  Candidates,
  Messages,
  Retention,
  TokenRoles,
  SearchOfOwners,
};

/** Serialises migrations of processes that start together. */
const LOCK = 7_203_118;

function options(databaseUrl: string): Options {
  return {
    ...ormOptions({ url: databaseUrl, entities: ENTITIES, poolSize: 2 }),
    extensions: [Migrator],
    migrations: {
      migrationsList: Object.entries(MIGRATIONS).map(([name, migration]) => ({ name, class: migration })),
      snapshot: false,
      tableName: 'migrations',
      silent: true,
    },
  };
}

/** Brings the database and the queue's tables up to this release. Safe to run from several processes at once. */
export async function migrate(databaseUrl: string): Promise<void> {
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  try {
    await session.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const orm = await MikroORM.init(options(databaseUrl));
    try {
      await orm.migrator.up();
    } finally {
      await orm.close();
    }
    await migrateQueue(session);
  } finally {
    await session.end();
  }
}

/** Whether nothing is left to migrate. */
export async function isMigrated(orm: MikroORM): Promise<boolean> {
  const rows = await orm.em.getConnection().execute<{ name: string }[]>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(MIGRATIONS).every((name) => done.has(name));
}
