import { type RawBuilder, sql } from 'kysely';
import { millisecondsOf, ORDERS, type Order, type PageRequest, readCursor, writeCursor } from '#platform/kernel';

/** An order of a listing: by a time, then by ID, or by ID alone. */
export interface ListingOrder {
  key: RawBuilder<unknown> | null;
  direction: 'asc' | 'desc';
  /** The sort values of the record behind `after`; null at the beginning. */
  behind: RawBuilder<boolean> | null;
  /** The ID that records behind `after` are below; null in another order, and at the beginning. */
  below: number | null;
  /** The ID that comes first whatever the order; null without one, or once it has been listed. */
  first: number | null;
}

/** Listing of a table with `id`, `created_at` and `updated_at`. */
interface Listed {
  /** When a record expires; infinity for what does not. */
  expiresAt: RawBuilder<unknown>;
  /** Where a range of `created_at` is asked for: when the record with that ID, or the one before it, was created. */
  createdAt: ((id: number) => RawBuilder<unknown>) | null;
  /** The ID that comes first whatever the order. */
  first?: number | null;
}

/**
 * The requested order (decisions.md, section 10, Order). IDs are drawn in the order of time; within a range of times the time itself comes
 * first, since only then is the range read from its end and not searched for along the IDs.
 */
export function orderOf({ expiresAt, createdAt, first = null }: Listed, request: PageRequest): ListingOrder {
  const { sort = ORDERS[0], after } = request;
  const cursor = after === undefined || sort === ORDERS[0] ? null : readCursor(sort, String(after));
  const last = after === undefined ? null : (cursor?.id ?? Number(after));
  // Behind the record that comes first whatever the order are all others.
  const continued = last !== null && last !== first;
  const place = { first: last === null ? first : null };
  if (sort !== ORDERS[0]) {
    const key = sort === 'updated' ? sql`updated_at` : expiresAt;
    const time = cursor?.at == null ? 'infinity' : new Date(cursor.at).toISOString();
    const behind = continued ? sql<boolean>`(${key}, id) > (${time}::timestamptz, ${last}::int)` : null;
    return { key, direction: 'asc', behind, below: null, ...place };
  }
  const below = continued ? last : null;
  if (createdAt === null) {
    const behind = below === null ? null : sql<boolean>`id < ${below}::int`;
    return { key: null, direction: 'desc', behind, below, ...place };
  }
  const behind = below === null ? null : sql<boolean>`(created_at, id) < (${createdAt(below)}, ${below}::int)`;
  return { key: sql`created_at`, direction: 'desc', behind, below: null, ...place };
}

/** Puts a query into the order. */
export function ordered<Query extends { orderBy(by: RawBuilder<unknown>, direction: 'asc' | 'desc'): Query }>(
  query: Query,
  { key, direction }: Pick<ListingOrder, 'key' | 'direction'>,
): Query {
  return (key === null ? query : query.orderBy(key, direction)).orderBy(sql`id`, direction);
}

/** The `after` that continues behind a row. @param expiresAt when a row expires, null for never */
export function placeOf<Row extends { id: number; updated_at: string }>(
  sort: Order,
  expiresAt: (row: Row) => string | null,
): (row: Row) => number | string {
  return (row) => {
    if (sort === ORDERS[0]) return row.id;
    const moment = sort === 'updated' ? row.updated_at : expiresAt(row);
    return writeCursor(sort, { at: moment === null ? null : millisecondsOf(moment), id: row.id });
  };
}
