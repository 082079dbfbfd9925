import { type Expression, sql } from 'kysely';
import type { Caller } from '#platform/kernel';
import { type ItemFilters, matching, numbered } from './item.filters.js';
import { ofPart, startOf } from './item.page-queries.js';
import { partsOf, searchTermsOf } from './item.search-terms.js';

/** The IDs of all that match the filters, in no order: to be estimated. */
export function wholeOf(caller: Caller, filters: ItemFilters) {
  return sql`${withNumbered(caller, filters, matching(caller, filters).select('id'))}`;
}

/** The same, by the cheapest way to count them. */
export function countedOf(caller: Caller, filters: ItemFilters) {
  const terms = searchTermsOf(caller, filters);
  if (!terms) return wholeOf(caller, filters);
  const found = ofPart(caller, matching(caller, filters).select('id'));
  const all = sql`select one.id from ${partsOf(caller.group.id, terms, startOf(caller, { below: null }))} parts, ${found}`;
  return withNumbered(caller, filters, all);
}

/** With the item that is meant by its ID. */
function withNumbered(caller: Caller, filters: ItemFilters, found: Expression<unknown>) {
  const id = numbered(filters.q);
  if (id === null) return found;
  const one = matching(caller, { ...filters, q: undefined })
    .where('id', '=', id)
    .select('id');
  return sql`${found} union all ${one}`;
}
