import { anyOf, type Database, tables } from '#platform/database';
import { UnknownReferences } from '#platform/kernel';
import type { LocationDirectory } from './location.entity.js';

const db = tables<typeof LocationDirectory>();

/** Sees that a Group has all Locations of a `locationIDs`. @throws UnknownReferences for those that it doesn't have */
export async function assertLocations(
  database: Database,
  groupID: number,
  locationIDs: readonly string[],
  fieldOf = (index: number) => `locationIDs.${index}`,
): Promise<void> {
  const rows = await database.query(
    db
      .selectFrom('location_directory')
      .select('location_id')
      .where('group_id', '=', groupID)
      .where('location_id', '=', anyOf(locationIDs)),
  );
  const known = new Set(rows.map(({ location_id }) => location_id));
  const unknown = locationIDs.flatMap((locationID, index) => (known.has(locationID) ? [] : [fieldOf(index)]));
  if (unknown.length > 0) throw new UnknownReferences(unknown);
}
