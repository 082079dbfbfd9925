import { sql } from 'kysely';
import { type ListingOrder, orderOf, placeOf } from '#platform/database';
import type { Caller, Order, PageRequest } from '#platform/kernel';
import { EXPIRING } from '../domain/item.life-cycle.js';
import type { ItemRow } from './item.entity.js';
import { EXPIRES_AT, type ItemFilters, numbered } from './item.filters.js';

/** The order of items that is asked for. */
export function orderOfItems({ group }: Caller, filters: ItemFilters, request: PageRequest): ListingOrder {
  const createdAt = (id: number) =>
    sql`(select created_at from items where group_id = ${group.id}::int and id <= ${id}::int order by id desc limit 1)`;
  const inRange = filters.createdFrom !== undefined || filters.createdTo !== undefined;
  return orderOf({ expiresAt: EXPIRES_AT, createdAt: inRange ? createdAt : null, first: numbered(filters.q) }, request);
}

/** The `after` that continues behind an item. */
export function placeOfItem(sort: Order): (row: ItemRow) => number | string {
  return placeOf(sort, (row) => (EXPIRING.includes(row.status) ? row.storage_expires_at : null));
}
