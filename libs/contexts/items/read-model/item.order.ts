import { sql } from 'kysely';
import { type ListingOrder, orderOf, placeOf } from '#platform/database';
import { type Caller, type Order, type PageRequest, writeCursor } from '#platform/kernel';
import { EXPIRING } from '../domain/item.statuses.js';
import type { ItemRow } from './item.entity.js';
import { type ItemFilters, numbered } from './item.filters.js';
import { EXPIRES_AT } from './item.indexes.js';
import { orderByStorage } from './item.storage.js';

/** The order of items that is asked for. */
export function orderOfItems({ group }: Caller, filters: ItemFilters, request: PageRequest): ListingOrder {
  if (request.sort === 'storage') return orderByStorage(request, numbered(filters.q));
  const createdAt = (id: number) =>
    sql`(select created_at from items where group_id = ${group.id}::int and id <= ${id}::int order by id desc limit 1)`;
  const inRange = filters.createdFrom !== undefined || filters.createdTo !== undefined;
  return orderOf({ expiresAt: EXPIRES_AT, createdAt: inRange ? createdAt : null, first: numbered(filters.q) }, request);
}

/** The `after` that continues behind an item. */
export function placeOfItem(sort: Order): (row: ItemRow) => number | string {
  if (sort === 'storage') return ({ id, storage_place }) => writeCursor(sort, { at: storage_place?.ID ?? null, id });
  return placeOf(sort, (row) => (EXPIRING.includes(row.status) ? row.storage_expires_at : null));
}
