import { sql } from 'kysely';
import { isOfKinds, type RetentionKinds } from '#contexts/groups';
import { literals } from '#platform/database';
import { type DueQuery, dueIn } from '#platform/event-store';
import { ENDED, EXPIRING } from '../domain/item.statuses.js';

const ITEMS = sql.table('items');

/** The items of all Groups with storage that has ended by then (decisions.md, section 6). */
export function expiringItems(by: Date): DueQuery {
  return dueIn(ITEMS, 'storage_expires_at', by, sql`status in ${literals(EXPIRING)} and held_until is null`);
}

/** The items of all Groups with a hold that has ended by then (decisions.md, section 13, Hold). */
export function releasedItems(by: Date): DueQuery {
  return dueIn(ITEMS, 'held_until', by, sql`true`);
}

/** The items of a Group and of some kinds that reached a closed status by then and still contain personal data. */
export function endedItems(groupID: number, by: Date, kinds: RetentionKinds): DueQuery {
  const ended = sql`group_id = ${groupID}::int and not erased and status in ${literals(ENDED)}`;
  return dueIn(ITEMS, 'updated_at', by, sql`${ended} and held_until is null and ${isOfKinds(kinds)}`);
}
