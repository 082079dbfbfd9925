import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { OpenConnection } from '#contexts/connections';
import { Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { foundFrom } from '../stay-retention.js';
import { type Stay, Stays } from '../stays.js';

/** Keys that are looked at at once. */
const PAGE = 1_000;

/** The changes of a page that are to be written. */
export interface Differences {
  /** By Location. */
  written: Map<string, Stay[]>;
  /** Keys of what is no stay any more. */
  gone: readonly string[];
}

/** The stays that connections brought, in PostgreSQL. */
@Injectable()
export class ReadStays {
  constructor(
    private readonly database: Database,
    private readonly stays: Stays,
    private readonly clock: Clock,
  ) {}

  /** The stays that are not there as they are. One erased with its person stays so, and one that nobody looks for is not begun with. */
  async differing({ groupID, id }: OpenConnection, locationID: string, given: readonly Stay[]): Promise<Stay[]> {
    const keys = given.map(({ externalID }) => externalID);
    const known = new Map((await this.stays.known(groupID, locationID, keys)).map((one) => [one.externalID, one]));
    const from = foundFrom(this.clock.now());
    return given.filter((stay) => {
      const there = known.get(stay.externalID);
      if (!there) return stay.departureDate >= from;
      return there.stay !== null && (there.connectionID !== id || !isDeepStrictEqual(there.stay, stay));
    });
  }

  /** Writes differences, within the caller's transaction. */
  async write({ groupID, id }: OpenConnection, { written, gone }: Differences): Promise<void> {
    for (const [locationID, stays] of written) {
      if (stays.length === 0) continue;
      await this.stays.put(groupID, locationID, stays, id);
      const keys = stays.map(({ externalID }) => externalID);
      // A service or hotel that is another Location now.
      await this.database.query(
        statement(sql`
          delete from stays where group_id = ${groupID}::int and connection_id = ${id}::int and external_id = any (${keys}::text[])
            and location_id <> ${locationID}::text`),
      );
    }
    if (gone.length === 0) return;
    await this.database.query(
      statement(sql`
        delete from stays where group_id = ${groupID}::int and connection_id = ${id}::int and external_id = any (${gone}::text[])`),
    );
  }

  /** Deletes those of Locations that none of the connection's names stands for any more. */
  async leave({ groupID, id }: OpenConnection, locationIDs: readonly string[]): Promise<void> {
    await this.database.query(
      statement(sql`
        delete from stays where group_id = ${groupID}::int and connection_id = ${id}::int
          and location_id <> all (${locationIDs}::text[])`),
    );
  }

  /** Keys of its stays in a Location that touch the days, a page after the other. @param behind the key that they begin behind */
  async *touching(
    { groupID, id }: OpenConnection,
    locationID: string,
    { from, to }: { from: string; to: string },
    behind: string,
  ): AsyncGenerator<string[]> {
    for (let after = behind; ; ) {
      const rows = await this.database.query(
        statement(sql<{ external_id: string }>`
          select external_id from stays
          where group_id = ${groupID}::int and connection_id = ${id}::int and external_id > ${after}::text
            and location_id = ${locationID}::text and departure_date >= ${from}::text and arrival_date <= ${to}::text
          order by external_id limit ${PAGE}::int`),
      );
      if (rows.length > 0) yield rows.map(({ external_id }) => external_id);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.external_id;
    }
  }

  /** How many there are. */
  async count({ groupID, id }: OpenConnection): Promise<number> {
    const counted = await this.database.queryOne(
      statement(sql<{ count: number }>`
        select count(*)::int as count from stays where group_id = ${groupID}::int and connection_id = ${id}::int and not erased`),
    );
    return counted!.count;
  }
}
