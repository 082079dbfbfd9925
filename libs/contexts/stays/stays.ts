import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { inPieces } from '#platform/concurrency';
import { Database, statement, tables } from '#platform/database';
import { numberKey } from '#platform/kernel';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import type { StayEntity } from './stay.entity.js';
import { daysBefore, FOUND } from './stay-retention.js';

const db = tables<typeof StayEntity>();

const PURPOSE = 'stay';

export const SEALED_STAYS: SealedColumn = {
  table: 'stays',
  key: ['group_id', 'location_id', 'external_id'],
  column: 'sealed',
  purpose: PURPOSE,
  context: ({ group_id, location_id, external_id }) => context(group_id, location_id, external_id),
};

/** The most stays of an answer. */
const MOST = 20;
/** Rows that are read at once where all are. */
const PAGE = 1_000;

/** A guest's stay. Dates are `YYYY-MM-DD`. */
export interface Stay {
  /** The reservation system's own key, unique in the Location. */
  externalID: string;
  room: string;
  arrivalDate: string;
  departureDate: string;
  reservationNumber: string | null;
  guest: {
    firstName: string | null;
    lastName: string | null;
    contactEmail: string | null;
    phoneNumber: string | null;
    languageCode: string | null;
  };
}

/** The identity of a stay within its Group. */
type Key = Pick<Stay, 'externalID'> & { locationID: string };

/** A stay that is there. */
export interface KnownStay {
  externalID: string;
  connectionID: number | null;
  /** null: it was erased with its person. */
  stay: Stay | null;
}

interface Row {
  group_id: number;
  location_id: string;
  external_id: string;
  sealed: Uint8Array;
}

/** The stays that reservation systems push, so that a find in a room has an owner (docs/adr/0045-finding-people.md). */
@Injectable()
export class Stays {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
  ) {
    this.sealer = keyring.of(PURPOSE);
  }

  /**
   * Adds stays, each in place of the one with its key, all or none. The caller's access to the Location must have been checked.
   * @param connectionID the connection that they were read from; null for those that are pushed
   */
  async put(groupID: number, locationID: string, given: readonly Stay[], connectionID: number | null = null): Promise<void> {
    // In one order, so that two calls at once wait for each other and do not deadlock.
    const stays = given.toSorted((one, other) => (one.externalID < other.externalID ? -1 : 1));
    const of = (value: (stay: Stay) => string) => stays.map(value);
    const seal = (stay: Stay) => this.sealer.seal(JSON.stringify(stay), context(groupID, locationID, stay.externalID));
    const sealed = await inPieces(stays, seal);
    await this.database.query(
      statement(sql`
        insert into stays (group_id, location_id, external_id, room, arrival_date, departure_date, sealed, connection_id)
        select ${groupID}::int, ${locationID}::text, given.*, ${connectionID}::int from unnest(
          ${of(({ externalID }) => externalID)}::text[], ${of(({ room }) => numberKey(room))}::text[],
          ${of(({ arrivalDate }) => arrivalDate)}::text[], ${of(({ departureDate }) => departureDate)}::text[], ${sealed}::bytea[]) given
        on conflict (group_id, location_id, external_id) do update set room = excluded.room, arrival_date = excluded.arrival_date,
          departure_date = excluded.departure_date, sealed = excluded.sealed, connection_id = excluded.connection_id, erased = false`),
    );
  }

  /** The stays with these keys, as far as they are known; those that were erased with their person without what they were. */
  async known(groupID: number, locationID: string, keys: readonly string[]): Promise<KnownStay[]> {
    const rows = await this.database.query(
      statement(sql<Row & { connection_id: number | null; erased: boolean }>`
        select group_id, location_id, external_id, sealed, connection_id, erased from stays
        where group_id = ${groupID}::int and location_id = ${locationID}::text and external_id = any (${keys}::text[])`),
    );
    return inPieces(rows, (row) => ({
      externalID: row.external_id,
      connectionID: row.connection_id,
      stay: row.erased ? null : this.opened(row),
    }));
  }

  /**
   * Stays of a room that cover a day or ended at most 7 days before it, latest departure first. The caller's access must have been checked.
   * @param room compared without case, spaces and hyphens
   * @param on `YYYY-MM-DD`
   */
  async inRoom(groupID: number, locationID: string, room: string, on: string): Promise<Stay[]> {
    const rows = await this.database.query(
      db
        .selectFrom('stays')
        .select(['group_id', 'location_id', 'external_id', 'sealed'])
        .where('group_id', '=', groupID)
        .where('location_id', '=', locationID)
        .where('room', '=', numberKey(room))
        .where('erased', '=', false)
        .where('departure_date', '>=', daysBefore(FOUND, new Date(`${on}T00:00:00Z`)))
        .where('arrival_date', '<=', on)
        .orderBy('departure_date', 'desc')
        .orderBy('external_id')
        .limit(MOST),
    );
    return rows.map((row) => this.opened(row));
  }

  /**
   * Erases a stay. The key and dates of one that is read are kept, so that the next reading does not bring it back.
   * @returns false for none
   */
  async erase(groupID: number, { locationID, externalID }: Key): Promise<boolean> {
    const nothing = this.sealer.seal('', context(groupID, locationID, externalID));
    const its = sql`group_id = ${groupID}::int and location_id = ${locationID}::text and external_id = ${externalID}::text`;
    const erased = await this.database.query(
      statement(sql`
        with gone as (delete from stays where ${its} and connection_id is null returning 1),
          kept as (update stays set erased = true, room = '', sealed = ${nothing}::bytea
            where ${its} and connection_id is not null and not erased returning 1)
        select 1 from gone union all select 1 from kept`),
    );
    return erased.length > 0;
  }

  /** The stays of a person, by email address: each of the Group is opened, as an index of addresses would be of persons. */
  async ofPerson(groupID: number, email: string): Promise<(Stay & Key)[]> {
    const found: (Stay & Key)[] = [];
    for await (const stay of this.all(groupID)) {
      if (stay.guest.contactEmail?.toLowerCase() === email.toLowerCase()) found.push(stay);
    }
    return found;
  }

  /** Every address in the stays of a Group, in lower case. */
  async addresses(groupID: number): Promise<string[]> {
    const known = new Set<string>();
    for await (const { guest } of this.all(groupID)) if (guest.contactEmail !== null) known.add(guest.contactEmail.toLowerCase());
    return [...known];
  }

  private async *all(groupID: number): AsyncGenerator<Stay & Key> {
    for (let [location, external] = ['', '']; ; ) {
      const rows: Row[] = await this.database.query(
        db
          .selectFrom('stays')
          .select(['group_id', 'location_id', 'external_id', 'sealed'])
          .where('group_id', '=', groupID)
          .where('erased', '=', false)
          .where(sql<boolean>`(location_id, external_id) > (${location}::text, ${external}::text)`)
          .orderBy('location_id')
          .orderBy('external_id')
          .limit(PAGE),
      );
      for (const row of rows) yield { locationID: row.location_id, ...this.opened(row) };
      if (rows.length < PAGE) return;
      ({ location_id: location, external_id: external } = rows.at(-1)!);
    }
  }

  private opened({ group_id, location_id, external_id, sealed }: Row): Stay {
    return JSON.parse(this.sealer.open(Buffer.from(sealed), context(group_id, location_id, external_id)).toString()) as Stay;
  }
}

/** A value sealed for one stay opens for no other. */
function context(groupID: number, locationID: string, externalID: string): string {
  return `${PURPOSE}/${groupID}/${locationID}/${externalID}`;
}
