import { type ListingOrder, orderOf, placeOf } from '#platform/database';
import type { Caller, Order, PageRequest } from '#platform/kernel';
import { EXPIRING } from '../domain/item.life-cycle.js';
import type { ItemRow } from './item.entity.js';
import { type ItemFilters, numbered } from './item.filters.js';
import { EXPIRES_AT } from './item.indexes.js';

/** The order of items that is asked for. */
export function orderOfItems({ group }: Caller, filters: ItemFilters, request: PageRequest): ListingOrder {
  const inRange = filters.createdFrom !== undefined || filters.createdTo !== undefined;
  return orderOf({ table: 'items', groupID: group.id, expiresAt: EXPIRES_AT, inRange, first: numbered(filters.q) }, request);
}

/** The `after` that continues behind an item. */
export function placeOfItem(sort: Order): (row: ItemRow) => number | string {
  return placeOf(sort, (row) => (EXPIRING.includes(row.status) ? row.storage_expires_at : null));
}
