import { sql } from 'kysely';
import { isOfKinds, type RetentionKinds } from '#contexts/groups';
import { literals, tables } from '#platform/database';
import { afterDue, type DueQuery } from '#platform/event-store';
import { ENDED, EXPIRING } from '../domain/item.life-cycle.js';
import type { ItemEntity } from './item.entity.js';

const db = tables<typeof ItemEntity>();

/** The items of all Groups whose storage has ended by then (decisions.md, section 6). */
export function expiringItems(by: Date): DueQuery {
  return (after, limit) =>
    db
      .selectFrom('items')
      .select(['group_id', 'id', 'storage_expires_at as due'])
      .where('status', 'in', literals(EXPIRING))
      .where('storage_expires_at', '<=', by.toISOString())
      .where('held_until', 'is', null)
      .where(afterDue('storage_expires_at', after))
      .orderBy('storage_expires_at')
      .orderBy('group_id')
      .orderBy('id')
      .limit(limit);
}

/** The items of all Groups whose hold has ended by then (decisions.md, section 13, Hold). */
export function releasedItems(by: Date): DueQuery {
  return (after, limit) =>
    db
      .selectFrom('items')
      .select(['group_id', 'id', 'held_until as due'])
      .$narrowType<{ due: string }>()
      .where('held_until', '<=', by.toISOString())
      .where(afterDue('held_until', after))
      .orderBy('held_until')
      .orderBy('group_id')
      .orderBy('id')
      .limit(limit);
}

/** The items of a Group and of some kinds that reached a closed status by then and still contain personal data. */
export function endedItems(groupID: number, by: Date, kinds: RetentionKinds): DueQuery {
  return (after, limit) =>
    db
      .selectFrom('items')
      .select(['group_id', 'id', 'updated_at as due'])
      .where('group_id', '=', groupID)
      .where(sql<boolean>`not erased`)
      .where('status', 'in', literals(ENDED))
      .where('updated_at', '<=', by.toISOString())
      .where('held_until', 'is', null)
      .where(isOfKinds(kinds))
      .where(afterDue('updated_at', after))
      .orderBy('updated_at')
      .orderBy('group_id')
      .orderBy('id')
      .limit(limit);
}
