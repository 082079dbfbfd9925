import type { Client } from 'pg';
import { StartError } from '#platform/process';

/** The migrations of release 0.1.0, from before each part had its own. */
export const BEFORE_PARTS = [
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

/** The migrations that create the same tables as those above. */
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

/**
 * Marks the first migration of each part as done in a database of release 0.1.0. The old names stay: processes of that release still check
 * them until they are replaced (docs/adr/0001-modular-monolith.md).
 * @throws StartError when the database is of a commit before 0.1.0
 */
export async function handOverToParts(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`);
  if (!found[0]!.exists) return;
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map(({ name }) => name));
  if (!BEFORE_PARTS.some((name) => done.has(name)) || SAME_TABLES.some((name) => done.has(name))) return;
  if (!BEFORE_PARTS.every((name) => done.has(name)))
    throw new StartError('The database is older than release 0.1.0: migrate it with that release first.');
  await client.query('insert into migrations (name) select unnest($1::text[])', [SAME_TABLES]);
}
