import { sql } from 'kysely';
import { searchAny, statement, template } from '#platform/database';
import type { ItemRow } from './item.entity.js';
import { LISTED } from './item.filters.js';
import { NOT_DELETED } from './item.indexes.js';

/** How many days before and after an item its neighbours were registered (decisions.md, section 13, Similar). */
const DAYS = 14;
/** How many items of each status are looked at on each side. */
const NEAREST = 200;
/** How many neighbours are returned. */
const MOST = 100;

const [UP, DOWN] = [sql`asc`, sql`desc`];
type Direction = typeof UP;

/** The compared part of an item. */
export type Neighbour = Pick<ItemRow, (typeof COMPARED)[number]>;
const COMPARED = [
  'id',
  'location_id',
  'location',
  'departured_date',
  'colors',
  'categories',
  'owner',
  'image_url',
  'item',
  'brand',
] as const satisfies readonly (keyof ItemRow)[];
export const COMPARED_COLUMNS = sql.join(COMPARED.map((column) => sql.ref(column)));

interface Given {
  groupID: number;
  itemID: number;
  locationID: string;
  createdAt: string;
  location: string;
  words: string[];
  colors: string[];
  categories: string[];
}

/**
 * The items of the Location that were registered about when an item was, at most a hundred: those with most in common with it. They are
 * read along `items_by_place`. Its IDs ascend with the time of registration, closely enough to look up the two ends; each row is compared
 * with its time.
 */
export const neighboursOf = template<Given, Neighbour>((given) => {
  const created = sql`${given.createdAt}::timestamptz`;
  const from = sql`${created} - make_interval(days => ${sql.lit(DAYS)})`;
  const to = sql`${created} + make_interval(days => ${sql.lit(DAYS)})`;
  const ofGroup = sql`group_id = ${given.groupID}::int`;
  const end = (within: unknown, direction: Direction) =>
    sql`${ofGroup} and ${NOT_DELETED} and ${within} order by created_at ${direction}, id ${direction} limit 1`;
  const side = (within: unknown, direction: Direction) =>
    sql`${ofGroup} and location_id = ${given.locationID}::text and status = stage and ${within}
      order by id ${direction} limit ${sql.lit(NEAREST)}`;
  const evidence = sql`(4 * coalesce(search @@ ${searchAny(given.words)}, false)::int + 4 * (location = ${given.location}::text)::int
    + 2 * (colors && ${given.colors}::text[])::int + (categories && ${given.categories}::text[])::int)`;
  return statement(sql<Neighbour>`
    with ends as materialized (
      select (select id from items where ${end(sql`created_at >= ${from}`, UP)}) as first,
        (select id from items where ${end(sql`created_at <= ${to}`, DOWN)}) as last)
    select ${COMPARED_COLUMNS}
    from ends, unnest(${LISTED}::text[]) as stage, lateral (
      (select * from items where ${side(sql`id between first and ${given.itemID}::int - 1`, DOWN)})
      union all (select * from items where ${side(sql`id between ${given.itemID}::int + 1 and last`, UP)})) near
    where created_at between ${from} and ${to}
    order by ${evidence} desc, abs(id - ${given.itemID}::int) limit ${sql.lit(MOST)}`);
});
