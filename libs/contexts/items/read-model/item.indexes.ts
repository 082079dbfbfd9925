import { type RawBuilder, sql } from 'kysely';
import { literals } from '#platform/database';
import { ANSWERABLE, AT_LOCATION, ENDED, EXPIRING } from '../domain/item.statuses.js';

/** The condition of the indexes that listings are read from; a statement has to repeat it for them to be used. */
export const NOT_DELETED = sql<boolean>`status <> 'deleted'`;

/** When an item expires; what does not expire does so at the end of all times. */
export const EXPIRES_AT = sql`(case when status in ${literals(EXPIRING)} then storage_expires_at else 'infinity'::timestamptz end)`;

/** Items that expire and are not on hold. */
export const ENDING = sql<boolean>`held_until is null and status in ${literals(EXPIRING)}`;

/** The shipment that its owner is asked to pay for. */
const UNPAID = sql`unpaid_since is not null and status in ${literals(ANSWERABLE)}`;

/** The normal form of an item's reservation number. */
export const RESERVATION = sql`number_key(owner ->> 'reservationNumber')`;

/**
 * An item's keys for filters that no order serves: its status, Location, colors, categories and words; each key begins with the Group and
 * the part.
 */
export const KEYS = sql`item_keys(group_id, id, search, status, location_id, array_cat(colors, categories))`;

/**
 * An index for each order of the listings (docs/adr/0022-listings-of-a-million-items.md): with the ID behind the filter, a page is found
 * without reading rows, and with the status in the condition, deleted rows are not looked up either.
 */
export const ITEM_INDEXES: Record<string, RawBuilder<unknown>> = {
  items_listed: sql`on items (group_id, id desc) include (status, location_id, facets) where ${NOT_DELETED}`,
  items_by_place: sql`on items (group_id, location_id, status, id desc)`,
  items_by_status: sql`on items (group_id, status, id desc)`,
  items_by_made: sql`on items (group_id, created_at, id) where ${NOT_DELETED}`,
  items_by_change: sql`on items (group_id, updated_at, id) where ${NOT_DELETED}`,
  items_by_expiry: sql`on items (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`,
  items_by_day: sql`on items (group_id, departured_date, location_id, id) where ${NOT_DELETED}`,
  items_by_reservation: sql`on items (group_id, ${RESERVATION}) where owner ->> 'reservationNumber' is not null`,
  items_by_storage: sql`on items (group_id, storage_place_id, id) include (status) where ${NOT_DELETED}`,
  // One for all that has no order. Each search of it reads what has not been sorted in yet, which is therefore kept small.
  items_sought: sql`on items using gin (${KEYS}) with (gin_pending_list_limit = 64) where ${NOT_DELETED}`,
  items_by_owner: sql`on items (group_id, lower(owner ->> 'contactEmail'))`,
  items_by_registrar: sql`on items (group_id, registered_by, created_at, id) where registered_by is not null and ${NOT_DELETED}`,
  // The candidates of Requests: items that are still there, by Location and day.
  items_to_match: sql`on items (group_id, location_id, departured_date, id) where status in ${literals(AT_LOCATION)}`,
  items_expiring: sql`on items (storage_expires_at) where status in ${literals(EXPIRING)}`,
  // The work list: what waits for staff, in the order of waiting; of what ends and what is unpaid, few are due.
  items_waiting: sql`on items (group_id, status, waiting_since, id) include (location_id) where waiting_since is not null`,
  items_waiting_here: sql`on items (group_id, location_id, status, waiting_since, id) where waiting_since is not null`,
  items_ending: sql`on items (group_id, storage_expires_at, id) include (location_id) where ${ENDING}`,
  items_unpaid: sql`on items (group_id, unpaid_since, id) include (location_id) where ${UNPAID}`,
  items_in_trouble: sql`on items (group_id, problem_since, id) include (location_id) where problem_since is not null`,
  // By when they end, and the few that are on hold.
  items_held: sql`on items (held_until, group_id, id) where held_until is not null`,
  items_to_erase: sql`on items (group_id, updated_at) where not erased and status in ${literals(ENDED)}`,
};
