import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { GiveZone } from '#contexts/locations';
import { canonicalZone } from '#contexts/reference';
import { Database, statement } from '#platform/database';

/** The value that stood there where nobody had set a zone. */
const UNSET = 'UTC';

interface Row {
  group_id: number;
  id: number;
  location_id: string;
  zone: string;
}

/** Gives Locations the time zones that earlier releases kept with their quiet hours. */
@Injectable()
export class CarriedZones {
  constructor(
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  /** @returns of how many Locations the zone was carried over */
  async carry(limit: number): Promise<number> {
    const rows = await this.database.query(
      statement(sql<Row>`
        select l.group_id, l.id, l.location_id, s.zone
        from messaging_settings s join location_directory l on l.group_id = s.group_id and l.location_id = s.location_id
        where not s.zone_carried order by s.group_id, s.location_id limit ${limit}::int`),
    );
    for (const { group_id, id, location_id, zone } of rows) {
      const given = zone === UNSET ? null : canonicalZone(zone);
      if (given !== null) await this.commands.execute(new GiveZone(group_id, id, given));
      await this.database.query(
        statement(sql`
          update messaging_settings set zone_carried = true where group_id = ${group_id}::int and location_id = ${location_id}::text`),
      );
    }
    return rows.length;
  }
}
