import type { Settings } from '../providers/provider.js';
import type { ConnectionRow } from './connection.entity.js';

/** A connection as it is given; all of it, as `PUT` replaces all but the provider. */
export interface GivenConnection {
  name: string;
  enabled: boolean;
  locationIDs: readonly string[] | null;
  settings: Settings;
}

/** The names of what differs from what is given. @param before its settings now, secrets included */
export function changedFields(row: ConnectionRow, before: Settings, given: GivenConnection, settings: Settings): string[] {
  const pairs: Record<string, [unknown, unknown]> = {
    name: [row.name, given.name],
    enabled: [row.enabled, given.enabled],
    locationIDs: [row.location_ids, given.locationIDs],
    settings: [sorted(before), sorted(settings)],
  };
  return Object.keys(pairs).filter((name) => JSON.stringify(pairs[name]![0]) !== JSON.stringify(pairs[name]![1]));
}

const sorted = (settings: Settings) => Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1));
