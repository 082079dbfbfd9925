import { sql } from 'kysely';
import { anyOf, type Statement, tables, unprepared } from '#platform/database';
import type { Caller, PageRequest } from '#platform/kernel';
import type { ItemStatus } from '../domain/item.events.js';
import { type ItemEntity, type ItemRow, RECORD } from './item.entity.js';

const db = tables<typeof ItemEntity>();

/** The filters of a listing (decisions.md, section 3); the ends of time ranges are inclusive. */
export interface ItemFilters {
  status?: ItemStatus;
  locationID?: string;
  category?: string;
  color?: string;
  q?: string;
  createdFrom?: Date;
  createdTo?: Date;
  updatedSince?: Date;
}

/** How many of the newest items a full-text search scans before it uses the full-text index. */
const RECENT = 4_000;

/** The items that the caller has access to, without the deleted ones. */
export function within({ group, scope }: Caller) {
  const query = db.selectFrom('items').where('group_id', '=', group.id).where('status', '!=', 'deleted');
  return scope.all ? query : query.where('location_id', '=', anyOf(scope.locationIDs));
}

/** Reads a page of the items that match the filters, newest first, and one more. */
export function listing(caller: Caller, filters: ItemFilters, request: PageRequest): Statement<ItemRow> {
  const after = request.after === undefined ? null : Number(request.after);
  const skipped = after === null ? (request.page - 1) * request.limit : 0;
  const most = request.limit + 1;
  let found = matching(caller, filters);
  if (after !== null) found = found.where('id', '<', after);
  if (filters.q) {
    const newest = sql<number>`coalesce(${after}::int, (select max(id) from items where group_id = ${caller.group.id}))`;
    const bound = sql<number>`(${newest} - ${RECENT})`;
    // The full-text index has no order: all matches are read and sorted. Common words are already found among the newest items.
    const ids = db
      .with(
        (recent) => recent('recent').materialized(),
        () =>
          found
            .where('id', '>', bound)
            .select('id')
            .orderBy('id', 'desc')
            .limit(skipped + most),
      )
      .with(
        (older) => older('older').materialized(),
        () =>
          found
            .where('id', '<=', bound)
            .where(sql<boolean>`(select count(*) from recent) < ${skipped + most}`)
            .select('id'),
      )
      .selectFrom('recent')
      .select('id')
      .unionAll((query) => query.selectFrom('older').select('id'));
    const page = db.selectFrom(ids.as('found')).select('id').orderBy('id', 'desc').limit(most).offset(skipped);
    return unprepared(
      db.selectFrom('items').select(RECORD).where('group_id', '=', caller.group.id).where('id', 'in', page).orderBy('id', 'desc'),
    );
  }
  const page = found.select(RECORD).orderBy('id', 'desc').limit(most).offset(skipped);
  return isNarrowed(caller, filters) ? unprepared(page) : page;
}

/** Counts the items that match the filters. */
export function counting(caller: Caller, filters: ItemFilters): Statement<{ total: number }> {
  return unprepared(matching(caller, filters).select(sql<number>`count(*)::int`.as('total')));
}

function isNarrowed({ scope }: Caller, filters: ItemFilters): boolean {
  return !scope.all || Object.values(filters).some((filter) => filter !== undefined);
}

function matching(caller: Caller, filters: ItemFilters) {
  const { status, locationID, category, color, q, createdFrom, createdTo, updatedSince } = filters;
  return within(caller)
    .$if(status !== undefined, (items) => items.where('status', '=', status!))
    .$if(locationID !== undefined, (items) => items.where('location_id', '=', locationID!))
    .$if(category !== undefined, (items) => items.where(sql<boolean>`categories @> ${[category]}::text[]`))
    .$if(color !== undefined, (items) => items.where(sql<boolean>`colors @> ${[color]}::text[]`))
    .$if(!!q, (items) => items.where(sql<boolean>`search @@ search_query(${q})`))
    .$if(createdFrom !== undefined, (items) => items.where('created_at', '>=', createdFrom!.toISOString()))
    .$if(createdTo !== undefined, (items) => items.where('created_at', '<=', createdTo!.toISOString()))
    .$if(updatedSince !== undefined, (items) => items.where('updated_at', '>=', updatedSince!.toISOString()));
}
