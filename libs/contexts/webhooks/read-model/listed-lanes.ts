import { sql } from 'kysely';

/**
 * The recursive CTE `lane`: every lane of the Group with listed events, those of deleted endpoints included, found by a loose scan of the
 * index of listed deliveries. A few rows of each, in the order of that index, make a page of all of them.
 */
export function listedLanes(groupID: number) {
  const listed = sql`group_id = ${groupID}::int and status is not null and location_id is not null`;
  return sql`lane as (
    (select kind from webhook_deliveries where ${listed} order by kind limit 1)
    union all
    select next.kind from lane, lateral (
      select d.kind from webhook_deliveries d where ${listed} and d.kind > lane.kind order by d.kind limit 1
    ) next
  )`;
}
