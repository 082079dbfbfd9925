import { sql } from 'kysely';
import { columnsBut, type Row, tables } from '#platform/database';
import type { Caller } from '#platform/kernel';
import type { SplitAddress } from '../domain/user-part.js';
import { WebhookEventEndpointEntity } from '../read-model/webhook.entities.js';
import type { UserParts } from './user-parts.js';

const db = tables<typeof WebhookEventEndpointEntity>();

const RECORD = columnsBut(WebhookEventEndpointEntity, 'secret', 'old_secret', 'old_secret_until', 'failing_since');

type StoredEndpoint = Pick<Row<typeof WebhookEventEndpointEntity>, (typeof RECORD)[number]>;

/** An endpoint as stored, its Locations as far as the caller reaches. */
export type EventEndpoint = StoredEndpoint & { address: SplitAddress };

/** The endpoints for all Locations, and those for one that the caller reaches. */
export function endpointsWithin({ group, scope }: Caller) {
  const query = db.selectFrom('webhook_event_endpoints').select(RECORD).where('group_id', '=', group.id);
  if (scope.all) return query;
  return query.where(
    sql<boolean>`(location_ids is null or exists (
      select from unnest(location_ids) as wanted(location_id)
      where location_id in (select unnest(${scope.locationIDs}::text[]))))`,
  );
}

/** An endpoint as the caller sees it. */
export function endpointFor({ scope }: Caller, row: StoredEndpoint, userParts: UserParts): EventEndpoint {
  const { location_ids, user_part, group_id, url } = row;
  const reached = scope.all ? null : new Set(scope.locationIDs);
  return {
    ...row,
    location_ids: location_ids && reached ? location_ids.filter((location) => reached.has(location)) : location_ids,
    address: { url, userPart: userParts.open(group_id, user_part && Buffer.from(user_part)) },
  };
}
