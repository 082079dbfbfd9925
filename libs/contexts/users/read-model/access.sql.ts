import { type RawBuilder, sql } from 'kysely';

// A list of the parameters or of a row may hold thousands of identifiers. `= any(…)` and `&&` compare each with each; a subquery
// that does not refer to the row around it is read once and hashed.

/** Whether the access in a row of `users` covers one of these Locations of the Group, by any kind of assignment. */
export function coversOneOf(groupID: number, locationIDs: readonly string[]): RawBuilder<boolean> {
  const named = sql`${locationIDs}::text[]`;
  return sql<boolean>`(
    cardinality(${named}) > 0 and users.access_all_locations
    or exists (select from unnest(users.location_ids) as held(id) where held.id in (select unnest(${named})))
    or users.country_ids && array(
      select distinct country_id from location_directory where group_id = ${groupID}::int and location_id = any(${named}))
    or exists (select from unnest(users.region_ids) as held(id) where held.id in (${regionsWith(groupID, locationIDs)}))
  )`;
}

/** The identifiers of the Group's Regions that contain one of these Locations. */
export function regionsWith(groupID: number, locationIDs: readonly string[]): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`
    select regions.id from regions where regions.group_id = ${groupID}::int and exists (
      select from unnest(regions.location_ids) as held(id) where held.id in (select unnest(${locationIDs}::text[])))`;
}

/** The assigned Locations to show: active ones within `reach`, ordered by number; `null` stands for all Locations. */
export function visibleLocations(reach: readonly string[] | null): RawBuilder<string[]> {
  const within = reach === null ? sql`` : sql`and l.location_id in (select unnest(${reach}::text[]))`;
  return sql<string[]>`array(
    select l.location_id from location_directory l
    where l.group_id = users.group_id and l.location_id in (select unnest(users.location_ids)) and l.active ${within} order by l.id)`;
}

/** The assigned Regions that still exist and contain a Location within `reach`; `null` stands for all Locations. */
export function visibleRegions(groupID: number, reach: readonly string[] | null): RawBuilder<number[]> {
  // Not joined, which would repeat it for each user: `is true` keeps it a subquery.
  const within = reach === null ? sql`` : sql`and (r.id in (${regionsWith(groupID, reach)})) is true`;
  return sql<number[]>`array(
    select r.id from regions r where r.group_id = users.group_id and r.id = any(users.region_ids) ${within} order by r.id)`;
}

/** Whether a Region is the only access of some user. Neither Locations nor entries of them in Regions and users are ever removed. */
export function isOnlyAccess(groupID: number, regionID: number): RawBuilder<boolean> {
  const countries = sql`select country_id from location_directory where group_id = ${groupID}::int`;
  return sql<boolean>`exists (
    select from users
    where users.group_id = ${groupID}::int and ${regionID}::int = any(users.region_ids)
    and not ${hasOtherAccess(groupID, countries, regionID)}
  )`;
}

/** Whether some user would be left with no Location when the Location moves out of a Country assigned to the user. */
export function moveLeavesUserWithoutLocation(groupID: number, locationID: string, countryID: string): RawBuilder<boolean> {
  const countries = sql`
    select case when location_id = ${locationID}::text then ${countryID}::text else country_id end
    from location_directory where group_id = ${groupID}::int`;
  return sql<boolean>`exists (
    select from users
    join location_directory moved on moved.group_id = users.group_id and moved.location_id = ${locationID}::text
    where users.group_id = ${groupID}::int and moved.country_id = any(users.country_ids)
    and not ${hasOtherAccess(groupID, countries, null)}
  )`;
}

/** Whether a row of `users` covers a Location if only these Countries have one and one Region is left out. */
function hasOtherAccess(groupID: number, countries: RawBuilder<unknown>, withoutRegionID: number | null): RawBuilder<boolean> {
  return sql<boolean>`(
    users.access_all_locations
    or cardinality(users.location_ids) > 0
    or exists (select from unnest(users.country_ids) as held(id) where held.id in (${countries}))
    or exists (
      select from unnest(users.region_ids) as held(id) where held.id in (
        select id from regions
        where group_id = ${groupID}::int and id is distinct from ${withoutRegionID}::int and cardinality(location_ids) > 0))
  )`;
}
