import { isOneOf } from '#platform/database';
import { ANSWERABLE, AT_LOCATION, ENDED, EXPIRING } from '../domain/item.statuses.js';

/** The condition of the indexes that listings are read from; a statement has to repeat it for them to be used. */
const NOT_DELETED = `status <> 'deleted'`;

/** When an item expires, as SQL; what does not expire does so at the end of all times. */
const EXPIRES_AT = `(case when ${isOneOf('status', EXPIRING)} then storage_expires_at else 'infinity'::timestamptz end)`;

/** Items that expire and are not on hold. */
const ENDING = `held_until is null and ${isOneOf('status', EXPIRING)}`;

/** The shipment that its owner is asked to pay for. */
const UNPAID = `unpaid_since is not null and ${isOneOf('status', ANSWERABLE)}`;

/** The normal form of an item's reservation number, as SQL. */
const RESERVATION = `number_key(owner ->> 'reservationNumber')`;

/** An item's keys for filters that no order serves, as SQL: its status, Location, colors, categories and words. */
const KEYS = 'item_keys(group_id, id, search, status, location_id, array_cat(colors, categories))';

/**
 * An index for each order of the listings (docs/adr/0022-listings-of-a-million-items.md): with the ID behind the filter, a page is found
 * without reading rows, and with the status in the condition, deleted rows are not looked up either.
 */
export const ITEM_INDEXES = {
  items_listed: `on items (group_id, id desc) include (status, location_id, facets) where ${NOT_DELETED}`,
  items_by_place: `on items (group_id, location_id, status, id desc)`,
  items_by_status: `on items (group_id, status, id desc)`,
  items_by_made: `on items (group_id, created_at, id) where ${NOT_DELETED}`,
  items_by_change: `on items (group_id, updated_at, id) where ${NOT_DELETED}`,
  items_by_expiry: `on items (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`,
  items_by_day: `on items (group_id, departured_date, location_id, id) where ${NOT_DELETED}`,
  items_by_reservation: `on items (group_id, ${RESERVATION}) where owner ->> 'reservationNumber' is not null`,
  items_by_storage: `on items (group_id, storage_place_id, id) include (status) where ${NOT_DELETED}`,
  // One for all that has no order. Each search of it reads what has not been sorted in yet, which is therefore kept small.
  items_sought: `on items using gin (${KEYS}) with (gin_pending_list_limit = 64) where ${NOT_DELETED}`,
  items_by_owner: `on items (group_id, lower(owner ->> 'contactEmail'))`,
  items_by_registrar: `on items (group_id, registered_by, created_at, id) where registered_by is not null and ${NOT_DELETED}`,
  // The candidates of Requests: items that are still there, by Location and day.
  items_to_match: `on items (group_id, location_id, departured_date, id) where ${isOneOf('status', AT_LOCATION)}`,
  items_expiring: `on items (storage_expires_at) where ${isOneOf('status', EXPIRING)}`,
  // The work list: what waits for staff, in the order of waiting; of what ends and what is unpaid, few are due.
  items_waiting: `on items (group_id, status, waiting_since, id) include (location_id) where waiting_since is not null`,
  items_waiting_here: `on items (group_id, location_id, status, waiting_since, id) where waiting_since is not null`,
  items_ending: `on items (group_id, storage_expires_at, id) include (location_id) where ${ENDING}`,
  items_unpaid: `on items (group_id, unpaid_since, id) include (location_id) where ${UNPAID}`,
  // By when they end, and the few that are on hold.
  items_held: `on items (held_until, group_id, id) where held_until is not null`,
  items_to_erase: `on items (group_id, updated_at) where not erased and ${isOneOf('status', ENDED)}`,
} as const;
