import { sql } from 'kysely';
import { isOfKinds, type RetentionKinds } from '#contexts/groups';
import { literals } from '#platform/database';
import { type DueQuery, dueIn } from '#platform/event-store';
import { ENDED, OPEN } from '../domain/request.transitions.js';

const REQUESTS = sql.table('requests');

/** The Requests of all Groups that are due to expire by then (decisions.md, section 6). */
export function expiringRequests(by: Date): DueQuery {
  return dueIn(REQUESTS, 'expires_at', by, sql`status in ${literals(OPEN)}`);
}

/** Whether a Request's item is still there to be collected or sent, with its guest. */
const ITEM_IS_HERE = sql`exists (
  select from item_contacts i
  where i.group_id = requests.group_id and i.id = requests.matched_item_id and i.request_id = requests.id
    and i.status not in ('deleted', 'anonymized')
)`;

/** The Requests of a Group and kinds that were closed by then and still contain personal data; those of an item go after it. */
export function endedRequests(groupID: number, by: Date, kinds: RetentionKinds): DueQuery {
  const ended = sql`group_id = ${groupID}::int and not erased and status in ${literals(ENDED)}`;
  return dueIn(REQUESTS, 'updated_at', by, sql`${ended} and not ${ITEM_IS_HERE} and ${isOfKinds(kinds)}`);
}
