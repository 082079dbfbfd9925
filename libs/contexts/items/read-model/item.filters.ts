import { type RawBuilder, sql } from 'kysely';
import { anyOf, literals, type Reach, tables } from '#platform/database';
import { type Caller, plainContact } from '#platform/kernel';
import { EXPIRING, LEFT } from '../domain/item.statuses.js';
import { ITEM_STATUSES, type ItemStatus } from '../domain/item.values.js';
import type { ItemEntity } from './item.entity.js';
import { EXPIRES_AT, NOT_DELETED, RESERVATION } from './item.indexes.js';

const db = tables<typeof ItemEntity>();

/** The statuses that can be asked for (decisions.md, section 10, Item filters). */
export const LISTED = ITEM_STATUSES.filter((status) => status !== 'deleted' && status !== 'anonymized');

/** The filters of a listing (decisions.md, sections 3 and 10); the ends of ranges are inclusive, but that of `expiresBefore`. */
export interface ItemFilters {
  status?: readonly ItemStatus[];
  locationID?: string;
  category?: string;
  color?: string;
  q?: string;
  externalID?: string;
  reservationNumber?: string;
  createdFrom?: Date;
  createdTo?: Date;
  updatedSince?: Date;
  departuredFrom?: string;
  departuredTo?: string;
  expiresBefore?: Date;
  hasContact?: boolean;
  storagePlaceID?: number;
  /** The user who registered them. */
  registeredBy?: number;
  onHold?: boolean;
}

/** The items that the caller has access to, without the deleted ones; in letters, as the indexes of listings have it. */
export function within({ group, scope }: Reach) {
  const query = db.selectFrom('items').where('group_id', '=', group.id).where(NOT_DELETED);
  return scope.all ? query : query.where('location_id', '=', anyOf(scope.locationIDs));
}

/** The items that the caller has access to and that match all filters, but the one that `q` means by its ID. */
export function matching(caller: Caller, filters: ItemFilters) {
  let found = within(caller);
  const { status, locationID, category, color, externalID, reservationNumber } = filters;
  if (status?.length === 1) found = found.where('status', '=', status[0]!);
  if (status && status.length > 1) found = found.where(sql<boolean>`status = ${anyOf(status)}`);
  if (locationID !== undefined) found = found.where('location_id', '=', locationID);
  if (category !== undefined) found = found.where(sql<boolean>`categories @> ${[category]}::text[]`);
  if (color !== undefined) found = found.where(sql<boolean>`colors @> ${[color]}::text[]`);
  if (filters.registeredBy !== undefined) found = found.where('registered_by', '=', filters.registeredBy);
  if (externalID !== undefined) {
    // The condition of the index of keys: an item that has one can be neither deleted nor anonymized.
    found = found
      .where('external_id', '=', externalID)
      .where('status', 'not in', literals<ItemStatus>(['deleted', 'anonymized']));
  }
  if (reservationNumber !== undefined) {
    found = found.where(
      sql<boolean>`owner ->> 'reservationNumber' is not null
        and ${RESERVATION} = number_key(${reservationNumber})`,
    );
  }
  if (filters.storagePlaceID !== undefined) {
    found = found.where(sql<boolean>`storage_place_id = any(array(
      select p.id from storage_place_paths p
      where p.group_id = ${caller.group.id}::int and p.trail @> array[${filters.storagePlaceID}::int] and p.path is not null))`);
    found = found.where('status', 'not in', literals(LEFT));
  }
  for (const condition of [...timesOf(filters), ...othersOf(filters)]) found = found.where(condition);
  return found;
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** Whether an item expires before then, as the index of that order tells. */
export function expiresBefore(end: Date): RawBuilder<boolean> {
  return sql<boolean>`${EXPIRES_AT} < ${at(end)}`;
}

function timesOf({ createdFrom, createdTo, updatedSince, expiresBefore: end }: ItemFilters) {
  return [
    ...(createdFrom ? [sql<boolean>`created_at >= ${at(createdFrom)}`] : []),
    ...(createdTo ? [sql<boolean>`created_at <= ${at(createdTo)}`] : []),
    ...(updatedSince ? [sql<boolean>`updated_at >= ${at(updatedSince)}`] : []),
    // The second half says the same again, in columns that PostgreSQL has statistics of.
    ...(end ? [expiresBefore(end), sql<boolean>`status in ${literals(EXPIRING)} and storage_expires_at < ${at(end)}`] : []),
  ];
}

function othersOf({ q, departuredFrom, departuredTo, hasContact, onHold }: ItemFilters) {
  const known = sql`(owner ->> 'contactEmail' is not null or owner ->> 'phoneNumber' is not null)`;
  return [
    ...(q ? [foundBy(q)] : []),
    ...(departuredFrom ? [sql<boolean>`departured_date >= ${departuredFrom}`] : []),
    ...(departuredTo ? [sql<boolean>`departured_date <= ${departuredTo}`] : []),
    ...(hasContact === undefined ? [] : [hasContact ? sql<boolean>`${known}` : sql<boolean>`not ${known}`]),
    ...(onHold === undefined ? [] : [onHold ? sql<boolean>`held_until is not null` : sql<boolean>`held_until is null`]),
  ];
}

/** Whether an item has the words; the one that is meant by its ID is listed by itself. */
function foundBy(q: string) {
  const id = numbered(q);
  const words = sql<boolean>`search @@ search_query(${q})`;
  return id === null ? words : sql<boolean>`(${words} and id <> ${id}::int)`;
}

/**
 * Bits of the categories, colors and contact in the index that listings read first. Compared by `>=`, which is the same here: PostgreSQL
 * takes an equality without statistics for a rare one, and would rather sort than read in order.
 */
export function facetsOf({ category, color, hasContact }: ItemFilters): RawBuilder<boolean>[] {
  const facets = [category, color, hasContact ? 'contact' : undefined].filter((facet) => facet !== undefined);
  const mask = sql`item_facets(${facets}::text[])`;
  return [
    ...(facets.length > 0 ? [sql<boolean>`facets & ${mask} >= ${mask}`] : []),
    ...(hasContact === false ? [sql<boolean>`facets & item_facets('{contact}') <= 0`] : []),
  ];
}

/** The ID that a search of digits alone, of any script and width, also means, or null. */
export function numbered(q: string | undefined): number | null {
  const digits = plainContact(q ?? '');
  return /^\d{1,10}$/.test(digits) && Number(digits) <= 2_147_483_647 ? Number(digits) : null;
}
