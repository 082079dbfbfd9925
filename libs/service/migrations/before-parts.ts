import type { Client } from 'pg';
import { StartError } from '#platform/installation';

/** The migrations of the time before each part had its own, all of which were made in the first version's development. */
const BEFORE_PARTS = [
  'Foundation',
  'LanguagesAndLocations',
  'Items',
  'ApiTokens',
  'Users',
  'Sessions',
  'SingleSignOn',
  'ItemLifeCycle',
  'Requests',
  'Similarity',
  'Webhooks',
  'ItemListing',
  'IdempotentAnswers',
  'Candidates',
  'Messages',
  'Retention',
  'TokenRoles',
  'SearchOfOwners',
];

/** The migrations that make what those made. */
const SAME_TABLES = [
  'database/0001_text_search',
  'event-store/0001_events',
  'limits/0001_limits',
  'idempotency/0001_answers',
  'groups/0001_groups',
  'service/0001_references',
  'languages/0001_languages',
  'locations/0001_locations',
  'credentials/0001_credentials',
  'users/0001_users',
  'sign-in/0001_sign_in',
  'items/0001_items',
  'requests/0001_requests',
  'webhooks/0001_webhooks',
  'messages/0001_messages',
];

/** The last commit that can bring a database through all of them. */
const LAST_COMMIT = '97055da';

/**
 * Notes in a database that went through all of the old migrations that it has what the first migrations of the parts make. The old
 * names stay: processes of the release before go on asking for them until they are replaced (docs/adr/0018-tables-of-a-context.md).
 * @throws StartError for a database that went through some of them only
 */
export async function recogniseOldMigrations(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`);
  if (!found[0]!.exists) return;
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  const old = BEFORE_PARTS.filter((name) => done.has(name));
  if (old.length === 0 || SAME_TABLES.some((name) => done.has(name))) return;
  if (old.length < BEFORE_PARTS.length) {
    throw new StartError(
      `This database was made by an early version in development: it has ${old.length} of the ${BEFORE_PARTS.length} migrations of that ` +
        `time. Check out commit ${LAST_COMMIT}, run \`npm run admin -- migrate\` there, and then migrate with this version again.`,
    );
  }
  await client.query('insert into migrations (name) select unnest($1::text[])', [SAME_TABLES]);
}
