import type { Client } from 'pg';
import { Foundation } from './before-parts/0001_foundation.js';
import { LanguagesAndLocations } from './before-parts/0002_languages_locations.js';
import { Items } from './before-parts/0003_items.js';
import { ApiTokens } from './before-parts/0004_api_tokens.js';
import { Users } from './before-parts/0010_users.js';
import { Sessions } from './before-parts/0011_sessions.js';
import { SingleSignOn } from './before-parts/0012_sso.js';
import { ItemLifeCycle } from './before-parts/0015_item_life_cycle.js';
import { Requests } from './before-parts/0016_requests.js';
import { Similarity } from './before-parts/0017_similarity.js';
import { Webhooks } from './before-parts/0020_webhooks.js';
import { ItemListing } from './before-parts/0050_item_listing.js';
import { IdempotentAnswers } from './before-parts/0055_idempotent_answers.js';
import { Candidates } from './before-parts/0058_candidates.js';
import { Messages } from './before-parts/0060_messages.js';
import { Retention } from './before-parts/0064_retention.js';
import { TokenRoles } from './before-parts/0066_token_roles.js';
import { SearchOfOwners } from './before-parts/0067_search_of_owners.js';

/** The migrations from before each part had its own. No migrations are added here. */
export const BEFORE_PARTS = {
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

/** Whether the database was created by these migrations and has not been switched to those of the parts. */
export async function isFromBeforeParts(client: Client): Promise<boolean> {
  const { rows: found } = await client.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`);
  if (!found[0]!.exists) return false;
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return rows.some(({ name }) => name in BEFORE_PARTS) && !rows.some(({ name }) => SAME_TABLES.includes(name));
}

/**
 * Marks the first migration of each part as done in a database that has run all of the migrations above. The old names stay: processes
 * of the previous release still check them until they are replaced (docs/adr/0018-tables-of-a-context.md).
 */
export async function handOverToParts(client: Client): Promise<void> {
  await client.query('insert into migrations (name) select unnest($1::text[])', [SAME_TABLES]);
}
