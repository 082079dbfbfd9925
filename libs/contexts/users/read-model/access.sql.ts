import { type RawBuilder, sql } from 'kysely';

/** Whether the access in a row of `users` covers one of these Locations, by any kind of assignment. */
export function coversOneOf(locationIDs: readonly string[]): RawBuilder<boolean> {
  const named = sql`${locationIDs}::text[]`;
  return sql<boolean>`(
    cardinality(${named}) > 0 and users.access_all_locations
    or users.location_ids && ${named}
    or users.country_ids && array(
      select country_id from location_directory where group_id = users.group_id and location_id = any(${named}))
    or users.region_ids && array(select id from regions where group_id = users.group_id and location_ids && ${named})
  )`;
}

/** The assigned Locations to show: active ones within `reach`, ordered by number; `null` stands for all Locations. */
export function shownLocations(reach: readonly string[] | null): RawBuilder<string[]> {
  const within = reach === null ? sql`` : sql`and l.location_id = any(${reach}::text[])`;
  return sql<string[]>`array(
    select l.location_id from location_directory l
    where l.group_id = users.group_id and l.location_id = any(users.location_ids) and l.active ${within} order by l.id)`;
}

/** The assigned Regions that still exist. */
export const SHOWN_REGIONS = sql<number[]>`array(
  select r.id from regions r where r.group_id = users.group_id and r.id = any(users.region_ids) order by r.id)`;

/** Whether a Region is the only access of some user. */
export function isOnlyAccess(groupID: number, regionID: number): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from users
    where users.group_id = ${groupID} and ${regionID} = any(users.region_ids) and not users.access_all_locations
    and not exists (
      select from location_directory l
      where l.group_id = users.group_id and (
        l.location_id = any(users.location_ids) or l.country_id = any(users.country_ids)
        or exists (
          select from regions r
          where r.group_id = l.group_id and r.id <> ${regionID} and r.id = any(users.region_ids)
          and l.location_id = any(r.location_ids)
        )
      )
    )
  )`;
}

/** Whether some user would be left with no Location when the Location moves out of a Country assigned to the user. */
export function moveLeavesUserWithoutLocation(groupID: number, locationID: string, countryID: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from users
    join location_directory moved on moved.group_id = users.group_id and moved.location_id = ${locationID}::text
    where users.group_id = ${groupID}::int and moved.country_id = any(users.country_ids) and not users.access_all_locations
    and not exists (
      select from location_directory l
      where l.group_id = users.group_id and (
        l.location_id = any(users.location_ids)
        or case when l.location_id = moved.location_id then ${countryID}::text else l.country_id end = any(users.country_ids)
        or exists (
          select from regions r
          where r.group_id = l.group_id and r.id = any(users.region_ids) and l.location_id = any(r.location_ids)
        )
      )
    )
  )`;
}
