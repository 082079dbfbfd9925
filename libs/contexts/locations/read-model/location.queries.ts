import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { defaultZone } from '#contexts/reference';
import { anyOf, Database, type Reach, SHARED, type Statement, statement, tables, template, wholeList } from '#platform/database';
import { type Caller, NotFound, type Page, type WholeListRequest } from '#platform/kernel';
import { addressesOf } from '../domain/contact.js';
import { type LocationEntity, type LocationRow, RECORD } from './location.entity.js';

const db = tables<typeof LocationEntity>();

export type { LocationRow };

/** The time zone of a Location: as given, or that of its address. */
export function zoneOf({ time_zone, address }: Pick<LocationRow, 'time_zone' | 'address'>): string {
  return time_zone ?? defaultZone(address);
}

/** Reads the Locations that the caller has access to. */
@Injectable()
export class LocationQueries {
  constructor(private readonly database: Database) {}

  /** The Locations the caller may see, by the number in their identifier. */
  list(caller: Caller, request: WholeListRequest): Promise<Page<LocationRow>> {
    return wholeList(this.database, caller.group.id, within(caller).orderBy('id'), request);
  }

  /** @throws NotFound when it does not exist or the caller has no access to it */
  async one(caller: Caller, locationID: string): Promise<LocationRow> {
    const [[row]] = await this.database.lookUp<[LocationRow]>(caller.group.id, this.reading(caller, locationID));
    if (!row) throw new NotFound('The Location');
    return row;
  }

  /** The Locations with the address in their contact details, deactivated ones included. */
  async ofPerson(groupID: number, email: string): Promise<LocationRow[]> {
    const all = await this.database.query(within({ group: { id: groupID }, scope: { all: true } }).orderBy('id'));
    return all.filter(({ contact_details }) => addressesOf(contact_details).includes(email.toLowerCase()));
  }

  /** The numbers of those with a carrier, but for some; deactivated ones included. */
  async withCarrier(groupID: number, carrierID: number, but: readonly string[]): Promise<number[]> {
    const theirs = sql<{ id: number }>`
      select id from locations
      where group_id = ${groupID}::int and (shipping ->> 'carrierID')::int = ${carrierID}::int
        and not location_id = any (${but}::text[]) order by id`;
    return (await this.database.query(statement(theirs))).map(({ id }) => id);
  }

  /** Every address in contact details of a Group, in lower case. */
  async contactAddresses(groupID: number): Promise<string[]> {
    const rows = await this.database.query(db.selectFrom('locations').select('contact_details').where('group_id', '=', groupID));
    return [...new Set(rows.flatMap(({ contact_details }) => addressesOf(contact_details)))];
  }

  /** Whether a Location that exists was last changed at that time or before. @param at ISO 8601 */
  async isUnchangedSince(groupID: number, id: number, at: string): Promise<boolean> {
    const location = db.selectFrom('locations').select('id').where('group_id', '=', groupID).where('id', '=', id);
    return (await this.database.query(location.where('updated_at', '<=', at))).length > 0;
  }

  /** The statement that reads a Location for another context's command, to be sent in one round trip with others. */
  reading({ group, scope }: Caller, locationID: string): Statement<LocationRow> {
    return oneLocation({ groupID: group.id, locationID, ...(!scope.all && { locationIDs: scope.locationIDs }) });
  }
}

function within({ group, scope }: Reach) {
  const query = db.selectFrom('locations').select(RECORD).where('group_id', '=', group.id);
  if (scope.all) return query;
  return query.where('location_id', '=', anyOf(scope.locationIDs)).where('active', '=', true);
}

/** Built once for callers of a whole Group, and once for those of some Locations. */
const oneLocation = template<{ groupID: number; locationID: string; locationIDs?: readonly string[] }, LocationRow>(
  ({ groupID, locationID, locationIDs }) => {
    const scope: Reach['scope'] = locationIDs === undefined ? { all: true } : { all: false, locationIDs };
    return within({ group: { id: groupID }, scope }).where('location_id', '=', locationID);
  },
  SHARED,
);
