import { Injectable } from '@nestjs/common';
import type { OpenConnection } from '#contexts/connections';
import type { LocationDirectory } from '#contexts/locations';
import { anyOf, Database, tables } from '#platform/database';

const db = tables<typeof LocationDirectory>();

/** A Location that a service or hotel is. */
export interface Place {
  locationID: string;
  /** Its time zone. */
  zone: string;
}

/** The Locations that a connection's services or hotels are, as far as the connection is for them. */
@Injectable()
export class Places {
  constructor(private readonly database: Database) {}

  /** @returns by service or hotel, and those that no Location of the connection is named for */
  async of(connection: OpenConnection): Promise<{ places: ReadonlyMap<string, Place>; others: string[] }> {
    const { groupID, locationIDs, settings } = connection;
    const named = Object.entries((settings.services ?? settings.hotels ?? {}) as Record<string, string>).toSorted();
    const zones = await this.zones(
      groupID,
      named.map(([, locationID]) => locationID),
    );
    const places = new Map<string, Place>();
    for (const [unit, locationID] of named) {
      const zone = zones.get(locationID);
      if (zone !== undefined && (locationIDs?.includes(locationID) ?? true)) places.set(unit, { locationID, zone });
    }
    return { places, others: named.flatMap(([unit]) => (places.has(unit) ? [] : [unit])) };
  }

  private async zones(groupID: number, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query(
      db
        .selectFrom('location_directory')
        .select(['location_id', 'zone'])
        .where('group_id', '=', groupID)
        .where('location_id', '=', anyOf(ids)),
    );
    return new Map(rows.map(({ location_id, zone }) => [location_id, zone]));
  }
}
