import { type Expression, type RawBuilder, sql } from 'kysely';
import { type ListingOrder, ordered, tables } from '#platform/database';
import type { Caller } from '#platform/kernel';
import { ITEM_STATUSES } from '../domain/item.values.js';
import type { ItemEntity } from './item.entity.js';
import { expiresBefore, facetsOf, type ItemFilters, matching, type within } from './item.filters.js';
import { EXPIRES_AT, KEYS, NOT_DELETED } from './item.indexes.js';
import { partsOf, type SearchTerms } from './item.search-terms.js';

// The queries for the IDs of a page (docs/adr/0022-listings-of-a-million-items.md).

const db = tables<typeof ItemEntity>();

/** A page, as places in the whole listing. */
export interface Window {
  most: number;
  skipped: number;
}

/** Newest items scanned for a page before others are asked for, at least and per record of the page. */
const RECENT = { read: { least: 20_000, each: 60 }, indexed: { least: 20_000, each: 12 } };

/** Records scanned in an order by time, at least and per record of the page, before all that match are sorted. */
const AHEAD = { least: 5_000, each: 2 };

/** Maximum expiring items that are sorted. */
const MOST_EXPIRING = 10_000;

/** Maximum lists of a status and a Location to merge, and their records. */
export const MAX_MERGED = { lists: 100, records: 250_000 };

/** The Locations and statuses of the items that are listed; each pair has a list of its own in an index. */
export function listsOf({ scope }: Caller, { status, locationID }: ItemFilters) {
  const statuses = status ?? ITEM_STATUSES.filter((one) => one !== 'deleted');
  const reached = scope.all ? null : scope.locationIDs;
  if (locationID === undefined) return { statuses, locationIDs: reached, count: statuses.length * (reached?.length ?? 1) };
  const locationIDs = reached === null || reached.includes(locationID) ? [locationID] : [];
  return { statuses, locationIDs, count: statuses.length };
}

/** The newest of each list, of which the newest are the page: no item is sorted that could not be on it. */
export function mergeLists(
  caller: Caller,
  { statuses, locationIDs }: ReturnType<typeof listsOf>,
  order: ListingOrder,
  window: Window,
) {
  const most = sql`${window.skipped + window.most}::int`;
  const place = locationIDs === null ? sql`` : sql`unnest(${locationIDs}::text[]) as place,`;
  return sql`
    select one.id from ${place} unnest(${statuses}::text[]) as stage, lateral (
      select id from items
      where group_id = ${caller.group.id}::int and ${locationIDs === null ? sql`true` : sql`location_id = place`} and status = stage
        and ${order.behind ?? sql`true`}
      order by id desc limit ${most}
    ) one
    order by one.id desc limit ${window.most}::bigint offset ${window.skipped}::bigint`;
}

/**
 * The newest items first, as far as they go; only where they do not fill the page, those that match among the older ones: part by part of
 * the index of keys, newest first and until the page is full, or all of them by an index of times.
 */
export function recentFirst(
  caller: Caller,
  filters: ItemFilters,
  order: ListingOrder,
  window: Window,
  by: keyof typeof RECENT,
  terms: SearchTerms | null,
) {
  const needed = window.skipped + window.most;
  const reach = Math.max(RECENT[by].least, RECENT[by].each * needed);
  const bound = sql<number>`(select id from bound)`;
  const all = behind(matching(caller, filters), order);
  const { status, locationID } = filters;
  const indexed = () =>
    facetsOf(filters).reduce((found, facet) => found.where(facet), behind(matching(caller, { status, locationID }), order));
  const newest = (by === 'indexed' ? indexed() : all).where('id', '>', bound).select('id').orderBy('id', 'desc').limit(needed);
  const missing = sql<number>`(${needed}::bigint - (select count(*) from recent))`;
  const others = all.where('id', '<=', bound).select('id');
  const older = terms ? partByPart(caller, terms, bound, others, missing) : sql`${others.where(sql<boolean>`${missing} > 0`)}`;
  return sql`
    with bound as materialized (select greatest(${startOf(caller, order)} - ${reach}::bigint, 0)::int as id),
    recent as materialized (${newest}), older as materialized (${older})
    select id from (select id from recent union all select id from older) found
    order by id desc limit ${window.most}::bigint offset ${window.skipped}::bigint`;
}

/** The items that have the keys, newest first. */
export function newestWithTerms(caller: Caller, filters: ItemFilters, order: ListingOrder, window: Window, terms: SearchTerms) {
  const found = behind(matching(caller, filters), order).select('id');
  const page = partByPart(caller, terms, startOf(caller, order), found, sql`${window.skipped + window.most}::bigint`);
  return sql`select id from (${page}) found order by id desc limit ${window.most}::bigint offset ${window.skipped}::bigint`;
}

/** The ID that a listing by ID begins at, or the newest. */
export function startOf({ group }: Caller, { below }: Pick<ListingOrder, 'below'>) {
  return sql<number>`least(${below}::int, (select max(id) from items where group_id = ${group.id}::int))`;
}

/** Items with the search terms, newest first, no more than asked for and none beyond the ID. */
function partByPart(
  caller: Caller,
  terms: SearchTerms,
  from: RawBuilder<number>,
  items: Expression<unknown>,
  most: RawBuilder<number>,
) {
  return sql`
    select one.id from ${partsOf(caller.group.id, terms, from)} parts, ${ofPart(caller, items)}
    order by parts.part desc, one.id desc limit ${most}`;
}

/**
 * The matches of a query among the items with the keys of one of `partsOf`. The offset keeps its other conditions apart: PostgreSQL would
 * take them to an index each for the little that it expects of the keys.
 */
export function ofPart({ group }: Caller, items: Expression<unknown>) {
  return sql`lateral (
    with items as (
      select * from items where group_id = ${group.id}::int and ${NOT_DELETED} and ${KEYS} @@ parts.keys offset 0
    ) ${items}) one`;
}

/** In an order by time: the first records as far as they go; only where they do not fill the page, all that match are sorted. */
export function aheadFirst(caller: Caller, filters: ItemFilters, order: ListingOrder, window: Window, terms: SearchTerms) {
  const needed = window.skipped + window.most;
  const reach = Math.max(AHEAD.least, AHEAD.each * needed);
  const { createdFrom, createdTo } = filters;
  const first = ordered(behind(matching(caller, { createdFrom, createdTo }), order).select('id'), order).limit(reach);
  const keyed = (items: Items) => items.select(['id', sql`${order.key}`.as('place')]);
  const ahead = keyed(matching(caller, filters)).where(sql<boolean>`id in (select id from first)`);
  const all = ofPart(caller, keyed(behind(matching(caller, filters), order)));
  const isEnough = sql`((select count(*) from ahead) >= ${needed}::bigint or (select count(*) from first) < ${reach}::bigint)`;
  const page = (found: RawBuilder<unknown>) =>
    ordered(db.selectFrom(sql<{ id: number }>`${found}`.as('found')).select('id'), { ...order, key: sql`place` });
  return sql`${page(sql`(
      with first as materialized (${first}), ahead as materialized (${ahead})
      select id, place from ahead where ${isEnough}
      union all
      select one.id, one.place from ${partsOf(caller.group.id, terms, startOf(caller, order))} parts, ${all} where not ${isEnough}
    )`)
    .limit(window.most)
    .offset(window.skipped)}`;
}

/** Items that expire soon are few, and are sorted; else the newest first. */
export function soonest(caller: Caller, filters: ItemFilters, order: ListingOrder, window: Window, end: Date) {
  const soon = matching(caller, { ...filters, expiresBefore: undefined }).where(expiresBefore(end));
  const few = ordered(behind(soon, order).select('id'), { key: EXPIRES_AT, direction: 'asc' });
  const isFew = sql`(select count(*) from few) <= ${MOST_EXPIRING}::bigint`;
  return sql`
    with few as materialized (${few.limit(MOST_EXPIRING + 1)})
    (select id from few where ${isFew} order by id desc limit ${window.most}::bigint offset ${window.skipped}::bigint)
    union all
    (select id from (${recentFirst(caller, filters, order, window, 'read', null)}) many where not ${isFew})`;
}

type Items = ReturnType<typeof within>;

/** The items behind `after`. */
export function behind(items: Items, order: ListingOrder): Items {
  return order.behind === null ? items : items.where(order.behind);
}
