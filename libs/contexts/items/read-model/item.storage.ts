import { type RawBuilder, sql } from 'kysely';
import type { ListingOrder } from '#platform/database';
import { type Caller, type PageRequest, readCursor } from '#platform/kernel';
import { type ItemFilters, matching } from './item.filters.js';
import type { Window } from './item.page-queries.js';

const PATH = sql`(
  select p.path collate "C" from storage_place_paths p where p.group_id = items.group_id and p.id = items.storage_place_id)`;

/** By the path of the storage place, then by ID; what has none, or one that was deleted, comes last (decisions.md, section 13). */
export function orderByStorage({ after }: PageRequest, first: number | null): ListingOrder {
  return { key: PATH, direction: 'asc', behind: null, below: null, first: after === undefined ? first : null };
}

/**
 * The IDs of a page in that order: place by place, each from the index of places. PostgreSQL sorts what has the same path alone, and reads
 * no place behind the page.
 */
export function storedFirst(caller: Caller, filters: ItemFilters, request: PageRequest, window: Window): RawBuilder<unknown> {
  const { group, scope } = caller;
  const cursor = request.after === undefined ? null : readCursor('storage', String(request.after));
  const seen = window.skipped + window.most;
  const most = sql`${seen}::bigint`;
  const last = cursor?.id ?? 0;
  // Where the page begins: behind an item of this path; null where none of what has a path is left.
  const path = sql`(
    select p.path collate "C" from storage_place_paths p where p.group_id = ${group.id}::int and p.id = ${cursor?.at ?? 0}::int)`;
  const inPlace = (condition: RawBuilder<boolean>) => matching(caller, filters).where(condition).select('id').orderBy('id');
  const reached = scope.all ? sql`true` : sql`p.location_id = any(${scope.locationIDs}::text[])`;
  const places = sql`select p.id, p.path collate "C" as path from storage_place_paths p where p.group_id = ${group.id}::int and ${reached}`;
  const behind = cursor ? sql`(stored.path > ${path} or (stored.path = ${path} and one.id > ${last}::int))` : sql`true`;
  const isRest = cursor ? sql`(${path} is not null or items.id > ${last}::int)` : sql`true`;
  return sql`
    select id from (
      (select one.id, stored.path from (${places} and p.path is not null order by 2) stored,
        lateral (${inPlace(sql<boolean>`storage_place_id = stored.id`)}) one
      where ${behind} order by stored.path, one.id limit ${most})
      union all
      (select id, null from (
        (${inPlace(sql<boolean>`storage_place_id is null and ${isRest}`).limit(seen)})
        union all
        (select one.id from (${places} and p.path is null) gone,
          lateral (${inPlace(sql<boolean>`storage_place_id = gone.id and ${isRest}`).limit(seen)}) one)
      ) rest order by id limit ${most})
    ) found order by path, id limit ${window.most}::bigint offset ${window.skipped}::bigint`;
}
