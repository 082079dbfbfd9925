import { type RawBuilder, sql } from 'kysely';
import { literals, type Places, type Statement, tables, withinPlaces } from '#platform/database';
import type { ItemStatus } from '../domain/item.events.js';
import { ANSWERABLE, EXPIRING } from '../domain/item.life-cycle.js';
import { type ItemEntity, type ItemRow, RECORD } from './item.entity.js';

const db = tables<typeof ItemEntity>();

/** How many records of a task are listed (decisions.md, section 13, Work list). */
export const MOST_LISTED = 20;

/** One of the items that wait longest, since when, and how many wait. */
export type WaitingItem = ItemRow & { since: string; count: number };

/**
 * The items of a task that wait longest.
 * @param first `id` and `since` of them
 * @param count how many wait; unless given, `total` of the first
 */
export function itemsWaiting(
  groupID: number,
  first: RawBuilder<unknown>,
  count: RawBuilder<number> = sql`select f.total::int from first f limit 1`,
): Statement<WaitingItem> {
  return db
    .with(
      (name) => name('first').materialized(),
      () => sql<{ id: number; since: string }>`(${first})`,
    )
    .selectFrom('items')
    .select(RECORD)
    .select([sql<string>`(select f.since from first f where f.id = items.id)`.as('since'), sql<number>`(${count})`.as('count')])
    .where('group_id', '=', groupID)
    .where(sql<boolean>`id in (select f.id from first f)`)
    .orderBy('since')
    .orderBy('id');
}

/** Items in a status in which they wait for staff. */
export function itemsIn(status: ItemStatus, groupID: number, places: Places): Statement<WaitingItem> {
  const waiting = sql`group_id = ${groupID}::int and status = ${status}::text and waiting_since is not null`;
  const oldest = sql`order by waiting_since, id limit ${sql.lit(MOST_LISTED)}`;
  if (places === null) {
    const first = sql`select id, waiting_since as since from items where ${waiting} ${oldest}`;
    return itemsWaiting(groupID, first, sql`select count(*)::int from items where ${waiting}`);
  }
  // The oldest of each Location, each from the index.
  const ofPlaces = sql`unnest(${places}::text[]) as place, lateral (
    select id, waiting_since from items where ${waiting} and location_id = place ${oldest}) one`;
  const first = sql`select one.id, one.waiting_since as since from ${ofPlaces} ${oldest}`;
  const count = sql<number>`select count(*)::int from items where ${waiting} and location_id = any(${places}::text[])`;
  return itemsWaiting(groupID, first, count);
}

/** Items whose storage ends by then, but those on hold; they wait since `days` before it, or since they were registered. */
export function itemsEnding(now: Date, days: number, groupID: number, places: Places): Statement<WaitingItem> {
  const window = sql`${days}::int * interval '1 day'`;
  const ending = sql`group_id = ${groupID}::int and held_until is null and status in ${literals(EXPIRING)}
    and storage_expires_at <= ${now.toISOString()}::timestamptz + ${window} and ${withinPlaces(places)}`;
  const first = sql`
    select id, greatest(created_at, storage_expires_at - ${window}) as since from items
    where ${ending} order by storage_expires_at, id limit ${sql.lit(MOST_LISTED)}`;
  return itemsWaiting(groupID, first, sql`select count(*)::int from items where ${ending}`);
}

/** Items whose payment was asked for `days` days ago and has not come, though they still wait for it. */
export function itemsUnpaid(now: Date, days: number, groupID: number, places: Places): Statement<WaitingItem> {
  const window = sql`${days}::int * interval '1 day'`;
  const unpaid = sql`group_id = ${groupID}::int and status in ${literals(ANSWERABLE)}
    and unpaid_since <= ${now.toISOString()}::timestamptz - ${window} and ${withinPlaces(places)}`;
  const first = sql`
    select id, unpaid_since + ${window} as since from items where ${unpaid} order by unpaid_since, id limit ${sql.lit(MOST_LISTED)}`;
  return itemsWaiting(groupID, first, sql`select count(*)::int from items where ${unpaid}`);
}
