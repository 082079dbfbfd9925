import { sql } from 'kysely';
import { isOfKinds, type RetentionKinds } from '#contexts/groups';
import { literals, tables } from '#platform/database';
import { afterDue, type DueQuery } from '#platform/event-store';
import { ENDED, EXPIRING } from '../domain/request.transitions.js';
import type { RequestEntity } from './request.entity.js';

const db = tables<typeof RequestEntity>();

/** The Requests of all Groups that are due to expire by then (decisions.md, section 6). */
export function expiringRequests(by: Date): DueQuery {
  return (after, limit) =>
    db
      .selectFrom('requests')
      .select(['group_id', 'id', 'expires_at as due'])
      .where('status', 'in', literals(EXPIRING))
      .where('expires_at', '<=', by.toISOString())
      .where(afterDue('expires_at', after))
      .orderBy('expires_at')
      .orderBy('group_id')
      .orderBy('id')
      .limit(limit);
}

/** Whether a Request's item is still there to be collected or sent, with its guest. */
const ITEM_IS_HERE = sql<boolean>`exists (
  select from item_contacts i
  where i.group_id = requests.group_id and i.id = requests.matched_item_id and i.request_id = requests.id
    and i.status not in ('deleted', 'anonymized')
)`;

/** The Requests of a Group and kinds that were closed by then and still contain personal data; those of an item go after it. */
export function endedRequests(groupID: number, by: Date, kinds: RetentionKinds): DueQuery {
  return (after, limit) =>
    db
      .selectFrom('requests')
      .select(['group_id', 'id', 'updated_at as due'])
      .where('group_id', '=', groupID)
      .where(sql<boolean>`not erased`)
      .where(sql<boolean>`not ${ITEM_IS_HERE}`)
      .where('status', 'in', literals(ENDED))
      .where('updated_at', '<=', by.toISOString())
      .where(isOfKinds(kinds))
      .where(afterDue('updated_at', after))
      .orderBy('updated_at')
      .orderBy('group_id')
      .orderBy('id')
      .limit(limit);
}
