import { sql } from 'kysely';
import { longestOf, MOST_LISTED, type Waiting, waitingIn } from '#contexts/records';
import { literals, type Places, type Statement, withinPlaces } from '#platform/database';
import { ANSWERABLE, ENDED } from '../domain/item.statuses.js';
import type { ItemStatus } from '../domain/item.values.js';
import { type ItemRow, RECORD } from './item.entity.js';
import { ENDING } from './item.indexes.js';

const ITEMS = sql.table('items');

export type WaitingItem = Waiting<ItemRow>;

/** Items of a task that wait longest. */
export const itemsWaiting = waitingIn<ItemRow>(ITEMS, RECORD);

/** Items in a status in which they wait for staff. */
export function itemsIn(status: ItemStatus, groupID: number, places: Places): Statement<WaitingItem> {
  const waiting = sql`group_id = ${groupID}::int and status = ${status}::text and waiting_since is not null`;
  if (places === null) return itemsWaiting(groupID, ...longestOf(ITEMS, waiting, sql`waiting_since`));
  const oldest = sql`order by waiting_since, id limit ${sql.lit(MOST_LISTED)}`;
  // The oldest of each Location, each from the index.
  const ofPlaces = sql`unnest(${places}::text[]) as place, lateral (
    select id, waiting_since from items where ${waiting} and location_id = place ${oldest}) one`;
  const first = sql`select one.id, one.waiting_since as since from ${ofPlaces} ${oldest}`;
  const count = sql`select count(*)::int from items where ${waiting} and location_id = any(${places}::text[])`;
  return itemsWaiting(groupID, first, count);
}

/** Items with storage that ends by then, but those on hold; they wait since `days` before it, or since they were registered. */
export function itemsEnding(now: Date, days: number, groupID: number, places: Places): Statement<WaitingItem> {
  const window = sql`${days}::int * interval '1 day'`;
  const ending = sql`group_id = ${groupID}::int and ${ENDING}
    and storage_expires_at <= ${now.toISOString()}::timestamptz + ${window} and ${withinPlaces(places)}`;
  const since = sql`greatest(created_at, storage_expires_at - ${window})`;
  return itemsWaiting(groupID, ...longestOf(ITEMS, ending, since, sql`storage_expires_at`));
}

/** Items with a parcel in trouble, until they are closed; one that was delivered may come back. */
export function itemsInTrouble(groupID: number, places: Places): Statement<WaitingItem> {
  const closed = literals<ItemStatus>([...ENDED.filter((status) => status !== 'delivered'), 'anonymized']);
  const troubled = sql`group_id = ${groupID}::int and problem_since is not null and status not in ${closed}
    and ${withinPlaces(places)}`;
  return itemsWaiting(groupID, ...longestOf(ITEMS, troubled, sql`problem_since`));
}

/** Items with a payment that was asked for `days` days ago and has not come, though they still wait for it. */
export function itemsUnpaid(now: Date, days: number, groupID: number, places: Places): Statement<WaitingItem> {
  const window = sql`${days}::int * interval '1 day'`;
  const unpaid = sql`group_id = ${groupID}::int and status in ${literals(ANSWERABLE)}
    and unpaid_since <= ${now.toISOString()}::timestamptz - ${window} and ${withinPlaces(places)}`;
  return itemsWaiting(groupID, ...longestOf(ITEMS, unpaid, sql`unpaid_since + ${window}`, sql`unpaid_since`));
}
