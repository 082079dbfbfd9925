import { type RawBuilder, sql } from 'kysely';
import { type ListingOrder, ordered, type Placed, type Statement, tables, template, unprepared } from '#platform/database';
import type { Caller, PageRequest } from '#platform/kernel';
import { type ItemEntity, type ItemRow, RECORD } from './item.entity.js';
import { type ItemFilters, matching, within } from './item.filters.js';
import { orderOfItems } from './item.order.js';
import {
  aheadFirst,
  behind,
  listsOf,
  MAX_MERGED,
  mergeLists,
  newestWithTerms,
  recentFirst,
  soonest,
  type Window,
} from './item.page-queries.js';
import { searchTermsOf } from './item.search-terms.js';
import { storedFirst } from './item.storage.js';

const db = tables<typeof ItemEntity>();

/** A page of all items of a Group, newest first. */
export interface NewestFirst {
  groupID: number;
  most: number;
  skipped?: number;
  /** Only those with a smaller ID. */
  below?: number;
}

/** The IDs of those items, with no column yet. */
export function newestOf({ groupID, most, skipped, below }: { [Name in keyof NewestFirst]: Placed<number> }) {
  const items = within({ group: { id: groupID }, scope: { all: true } });
  const page = (below === undefined ? items : items.where('id', '<', below)).orderBy('id', 'desc').limit(most);
  return skipped === undefined ? page : page.offset(skipped);
}

/** Built once: this is what most callers ask for. */
const newest = template<NewestFirst, ItemRow>((values) => newestOf(values).select(RECORD));

/** The values of a page of all items of a Group, newest first; null for one that asks for another order, or for less. */
export function newestFirst(caller: Caller, filters: ItemFilters, request: PageRequest): NewestFirst | null {
  if (!caller.scope.all || Object.values(filters).some((filter) => filter !== undefined)) return null;
  const { key, below } = orderOfItems(caller, filters, request);
  if (key !== null) return null;
  const { skipped } = windowOf(request);
  return { groupID: caller.group.id, most: request.limit + 1, ...(skipped > 0 && { skipped }), ...(below !== null && { below }) };
}

function windowOf({ limit, page, after }: PageRequest): Window {
  return { most: limit + 1, skipped: after === undefined ? (page - 1) * limit : 0 };
}

/** Reads a page of the items that match the filters, and one more (docs/adr/0022-listings-of-a-million-items.md). */
export function listing(caller: Caller, filters: ItemFilters, request: PageRequest): Statement<ItemRow> {
  const whole = newestFirst(caller, filters, request);
  if (whole) return newest(whole);
  const order = orderOfItems(caller, filters, request);
  const window = windowOf(request);
  const ids =
    order.first === null
      ? idsOf(caller, filters, order, window, request)
      : firstAnd(caller, filters, order, order.first, window, request);
  const page = db.selectFrom('items').select(RECORD).where('group_id', '=', caller.group.id).where(sql<boolean>`id in (${ids})`);
  const first = order.first === null ? page : page.orderBy(sql`(id = ${order.first}::int)`, 'desc');
  return unprepared(ordered(first, order));
}

/** The item with that ID, if it matches all else, and then the others. */
function firstAnd(
  caller: Caller,
  filters: ItemFilters,
  order: ListingOrder,
  id: number,
  { most, skipped }: Window,
  request: PageRequest,
) {
  const first = matching(caller, { ...filters, q: undefined })
    .where('id', '=', id)
    .select('id');
  const rest = idsOf(caller, filters, order, { most: skipped + most, skipped: 0 }, request);
  return sql`
    select id from (
      select id, 0 as place from (${first}) one union all select id, row_number() over () as place from (${rest}) others
    ) found order by place limit ${most}::bigint offset ${skipped}::bigint`;
}

/** The IDs of a page in its order, by the cheapest way there is for these filters. */
function idsOf(
  caller: Caller,
  filters: ItemFilters,
  order: ListingOrder,
  window: Window,
  request: PageRequest,
): RawBuilder<unknown> {
  if (request.sort === 'storage') return storedFirst(caller, filters, request, window);
  const asked = Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]));
  const only = (...names: (keyof ItemFilters)[]) => asked.every((name) => (names as string[]).includes(name));
  // Few items have these, and an index knows them.
  const isRare =
    filters.onHold === true ||
    filters.registeredBy !== undefined ||
    (asked.length > 0 && only('externalID', 'reservationNumber'));
  const terms = isRare ? null : searchTermsOf(caller, filters);
  if (order.key === null && !isRare) {
    const lists = only('status', 'locationID') ? listsOf(caller, filters) : null;
    const records = (lists?.count ?? 0) * (window.skipped + window.most);
    if (lists && lists.count <= MAX_MERGED.lists && records <= MAX_MERGED.records)
      return mergeLists(caller, lists, order, window);
    if (only('status', 'locationID', 'category', 'color', 'hasContact'))
      return recentFirst(caller, filters, order, window, 'indexed', terms);
    if (terms) return newestWithTerms(caller, filters, order, window, terms);
    if (filters.expiresBefore && only('expiresBefore')) return soonest(caller, filters, order, window, filters.expiresBefore);
    return recentFirst(caller, filters, order, window, 'read', null);
  }
  if (terms) return aheadFirst(caller, filters, order, window, terms);
  const all = behind(matching(caller, filters), order).select('id');
  // Not the plain key: what few items have, PostgreSQL would search for along the IDs.
  const found = order.key === null ? all.orderBy(sql`id + 0`, 'desc') : ordered(all, order);
  return sql`${found.limit(window.most).offset(window.skipped)}`;
}
