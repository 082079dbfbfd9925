import { type RawBuilder, sql } from 'kysely';
import { type ListingOrder, ordered, type Statement, tables, template, unprepared } from '#platform/database';
import type { Caller, PageRequest } from '#platform/kernel';
import { ITEM_STATUSES } from '../domain/item.events.js';
import { type ItemEntity, type ItemRow, RECORD } from './item.entity.js';
import { facetsOf, type ItemFilters, matching, numbered, within } from './item.filters.js';
import { orderOfItems } from './item.order.js';

const db = tables<typeof ItemEntity>();

/** A page, as places in the whole listing. */
interface Window {
  most: number;
  skipped: number;
}

/** So many of the newest items are looked through for a page before an index without order is asked, and so many for each record. */
const RECENT = { read: { least: 20_000, each: 60 }, indexed: { least: 20_000, each: 40 } };

/** At most so many lists of a status and a Location are merged, and so many records of them. */
const MERGED = { lists: 100, records: 250_000 };

/** Built once: this is what most callers ask for. */
const newest = template<{ groupID: number; most: number; skipped: number; below?: number }, ItemRow>(
  ({ groupID, most, skipped, below }) => {
    const items = within({ group: { id: groupID }, scope: { all: true } } as never).select(RECORD);
    const page = below === undefined ? items : items.where('id', '<', below);
    return page.orderBy('id', 'desc').limit(most).offset(skipped);
  },
);

/** Reads a page of the items that match the filters, and one more (docs/adr/0022-listings-of-a-million-items.md). */
export function listing(caller: Caller, filters: ItemFilters, request: PageRequest): Statement<ItemRow> {
  const order = orderOfItems(caller, filters, request);
  const skipped = request.after === undefined ? (request.page - 1) * request.limit : 0;
  const window = { most: request.limit + 1, skipped };
  if (isWhole(caller, filters) && order.key === null) {
    const below = order.below === null ? {} : { below: order.below };
    return newest({ groupID: caller.group.id, most: window.most, skipped, ...below });
  }
  const ids =
    order.first === null ? idsOf(caller, filters, order, window) : firstAnd(caller, filters, order, order.first, window);
  const page = db.selectFrom('items').select(RECORD).where('group_id', '=', caller.group.id).where(sql<boolean>`id in (${ids})`);
  const first = order.first === null ? page : page.orderBy(sql`(id = ${order.first}::int)`, 'desc');
  return unprepared(ordered(first, order));
}

/** The item with that ID, if it matches all else, and then the others. */
function firstAnd(caller: Caller, filters: ItemFilters, order: ListingOrder, id: number, { most, skipped }: Window) {
  const first = matching(caller, { ...filters, q: undefined })
    .where('id', '=', id)
    .select('id');
  const rest = idsOf(caller, filters, order, { most: skipped + most, skipped: 0 });
  return sql`
    select id from (
      select id, 0 as place from (${first}) one union all select id, row_number() over () as place from (${rest}) others
    ) found order by place limit ${most}::bigint offset ${skipped}::bigint`;
}

/** The IDs of a page in its order, by the cheapest way there is for these filters. */
function idsOf(caller: Caller, filters: ItemFilters, order: ListingOrder, window: Window): RawBuilder<unknown> {
  const asked = Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]));
  const only = (...names: (keyof ItemFilters)[]) => asked.every((name) => (names as string[]).includes(name));
  const isSought = asked.length > 0 && only('externalID', 'reservationNumber');
  if (order.key === null && !isSought) {
    const lists = only('status', 'locationID') ? listsOf(caller, filters) : null;
    const records = (lists?.count ?? 0) * (window.skipped + window.most);
    if (lists && lists.count <= MERGED.lists && records <= MERGED.records) return merged(caller, lists, order, window);
    if (only('status', 'locationID', 'category', 'color', 'hasContact'))
      return recentFirst(caller, filters, order, window, 'indexed');
    return recentFirst(caller, filters, order, window, 'read');
  }
  const all = behind(matching(caller, filters), order).select('id');
  // Not the plain key: what few items have, PostgreSQL would search for along the IDs.
  const found = order.key === null ? all.orderBy(sql`id + 0`, 'desc') : ordered(all, order);
  return sql`${found.limit(window.most).offset(window.skipped)}`;
}

/** The Locations and statuses whose items are listed, each pair of which has a list of its own in an index. */
function listsOf({ scope }: Caller, { status, locationID }: ItemFilters) {
  const statuses = status ?? ITEM_STATUSES.filter((one) => one !== 'deleted');
  const reached = scope.all ? null : scope.locationIDs;
  if (locationID === undefined) return { statuses, locationIDs: reached, count: statuses.length * (reached?.length ?? 1) };
  const locationIDs = reached === null || reached.includes(locationID) ? [locationID] : [];
  return { statuses, locationIDs, count: statuses.length };
}

/** The newest of each list, of which the newest are the page: no item is sorted that could not be on it. */
function merged(caller: Caller, { statuses, locationIDs }: ReturnType<typeof listsOf>, order: ListingOrder, window: Window) {
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
 * The newest items first, as far as they go; only where they do not fill the page, all that match among the older ones, by the index that
 * has them in no order. What many items have is found among the newest, and what few have is soon sorted.
 */
function recentFirst(caller: Caller, filters: ItemFilters, order: ListingOrder, window: Window, by: keyof typeof RECENT) {
  const needed = window.skipped + window.most;
  const reach = Math.max(RECENT[by].least, RECENT[by].each * needed);
  const start = sql<number>`coalesce(${order.below}::int, (select max(id) from items where group_id = ${caller.group.id}::int))`;
  const bound = sql<number>`(${start} - ${reach}::bigint)`;
  const all = behind(matching(caller, filters), order);
  const { status, locationID } = filters;
  const indexed = () =>
    facetsOf(filters).reduce((found, facet) => found.where(facet), behind(matching(caller, { status, locationID }), order));
  const newest = (by === 'read' ? all : indexed()).where('id', '>', bound).select('id').orderBy('id', 'desc').limit(needed);
  return sql`
    with recent as materialized (${newest}),
    older as materialized (
      ${all.where('id', '<=', bound).where(sql<boolean>`(select count(*) from recent) < ${needed}::bigint`).select('id')}
    )
    select id from (select id from recent union all select id from older) found
    order by id desc limit ${window.most}::bigint offset ${window.skipped}::bigint`;
}

function isWhole({ scope }: Caller, filters: ItemFilters): boolean {
  return scope.all && Object.values(filters).every((filter) => filter === undefined);
}

type Items = ReturnType<typeof within>;

function behind(items: Items, order: ListingOrder): Items {
  return order.behind === null ? items : items.where(order.behind);
}

/** The IDs of all that match the filters, in no order: to be counted. */
export function wholeOf(caller: Caller, filters: ItemFilters) {
  const found = matching(caller, filters).select('id');
  const id = numbered(filters.q);
  if (id === null) return found;
  return found.unionAll(
    matching(caller, { ...filters, q: undefined })
      .where('id', '=', id)
      .select('id'),
  );
}
