/** The access assigned to a User (api-v2.md, locationAccess). */
export interface LocationAccess {
  locationIDs: string[];
  regionIDs: number[];
  countryIDs: string[];
  accessAllLocations: boolean;
}

/** The current Locations and Regions of a Group, to resolve Regions and Countries to Locations. */
export interface Territory {
  locations: readonly { locationID: string; countryID: string; active: boolean }[];
  regions: readonly { ID: number; locationIDs: readonly string[] }[];
}

export const NO_ACCESS: LocationAccess = { locationIDs: [], regionIDs: [], countryIDs: [], accessAllLocations: false };

/** The Locations the access covers now, including deactivated ones (decisions.md, section 6, User access). */
export function coverage(access: LocationAccess, { locations, regions }: Territory): Set<string> {
  const assigned = new Set(access.locationIDs);
  const [regionIDs, countryIDs] = [new Set(access.regionIDs), new Set(access.countryIDs)];
  for (const { ID, locationIDs } of regions)
    if (regionIDs.has(ID)) for (const locationID of locationIDs) assigned.add(locationID);
  const covered = locations.filter(
    ({ locationID, countryID }) => access.accessAllLocations || assigned.has(locationID) || countryIDs.has(countryID),
  );
  return new Set(covered.map(({ locationID }) => locationID));
}

/** The covered Locations that are active: where a User may act. */
export function activeCoverage(access: LocationAccess, territory: Territory): Set<string> {
  const covered = coverage(access, territory);
  return new Set(territory.locations.filter((l) => l.active && covered.has(l.locationID)).map(({ locationID }) => locationID));
}

/**
 * Whether `own` includes everything that `other` gives. A Country also covers future Locations, so it must be assigned
 * itself; a Region is just the list of its Locations.
 */
export function covers(own: LocationAccess, other: LocationAccess, territory: Territory): boolean {
  if (own.accessAllLocations) return true;
  const countryIDs = new Set(own.countryIDs);
  if (other.accessAllLocations || !other.countryIDs.every((countryID) => countryIDs.has(countryID))) return false;
  const held = coverage(own, territory);
  return [...coverage(other, territory)].every((locationID) => held.has(locationID));
}

/** The access with more added. */
export function withAccess(access: LocationAccess, more: LocationAccess): LocationAccess {
  return {
    locationIDs: union(access.locationIDs, more.locationIDs),
    regionIDs: union(access.regionIDs, more.regionIDs),
    countryIDs: union(access.countryIDs, more.countryIDs),
    accessAllLocations: access.accessAllLocations || more.accessAllLocations,
  };
}

/** The access with some removed; what was assigned besides all-Locations access stays (api-v2.md, Users, note 3). */
export function withoutAccess(access: LocationAccess, less: LocationAccess): LocationAccess {
  return {
    locationIDs: without(access.locationIDs, less.locationIDs),
    regionIDs: without(access.regionIDs, less.regionIDs),
    countryIDs: without(access.countryIDs, less.countryIDs),
    accessAllLocations: access.accessAllLocations && !less.accessAllLocations,
  };
}

function union<T>(some: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...some, ...more])];
}

function without<T>(some: readonly T[], less: readonly T[]): T[] {
  const removed = new Set(less);
  return some.filter((one) => !removed.has(one));
}
