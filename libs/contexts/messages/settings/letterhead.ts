import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type GuestSettings, LocationGuestSettings } from '#contexts/guest-settings';
import { Database, statement } from '#platform/database';

/** Who writes: what recipients see of a Location. */
export interface Letterhead {
  place: string;
  /** Lines of the postal address. */
  address: readonly string[];
  phoneNumber: string | null;
  replyTo: string | null;
  senderName: string;
  logo: string | null;
  color: string | null;
  website: string | null;
  privacyUrl: string | null;
  imprintUrl: string | null;
}

/** The contact of a Location and when it wants to be told. */
export interface Desk {
  /** Null where nobody is left to write to: the contact person was erased. */
  email: string | null;
  cc: readonly string[];
  notify: GuestSettings['notifyDesk'];
}

interface Row {
  name: string;
  address: { address: string; addressNumber: string; city: string; countryID: string; state: string | null; zipCode: string };
  email: string | null;
  email_cc: string | null;
  phone_number: string | null;
}

/** Countries that write the number in front of the street. */
const NUMBER_FIRST = ['AU', 'CA', 'FR', 'GB', 'IE', 'IN', 'LU', 'NZ', 'SG', 'US', 'ZA'];
/** Countries that write the postal code behind the town. */
const CODE_LAST = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US'];

/** Reads in whose name messages of a Location go out. */
@Injectable()
export class Letterheads {
  constructor(
    private readonly database: Database,
    private readonly settings: LocationGuestSettings,
  ) {}

  /** @throws Error when there is no such Location */
  async of(groupID: number, locationID: string): Promise<Letterhead & { desk: Desk }> {
    const [row, settings] = await Promise.all([
      this.database.queryOne(
        statement(sql<Row>`
          select name, address, email, email_cc, phone_number from location_contacts
          where group_id = ${groupID}::int and location_id = ${locationID}::text`),
      ),
      this.settings.effective(groupID, locationID),
    ]);
    if (!row) throw new Error(`There is no Location ${locationID}.`);
    const { displayName, senderName, replyTo, logo, color, website, privacyUrl, imprintUrl, pickup, notifyDesk } = settings;
    const place = displayName ?? row.name;
    const copies = (row.email_cc ?? '').split(',').flatMap((address) => address.trim() || []);
    const [email = null, ...cc] = [...(row.email === null ? [] : [row.email]), ...copies];
    return {
      place,
      address: linesOf(row),
      phoneNumber: pickup.phoneNumber ?? row.phone_number,
      replyTo: replyTo ?? pickup.email ?? row.email,
      senderName: senderName ?? place,
      ...{ logo, color, website, privacyUrl, imprintUrl },
      desk: { email, cc, notify: email === null ? 'never' : notifyDesk },
    };
  }
}

function linesOf({ address: { address, addressNumber, city, countryID, state, zipCode } }: Row): string[] {
  const street = NUMBER_FIRST.includes(countryID) ? `${addressNumber} ${address}` : `${address} ${addressNumber}`;
  const town = state === null ? city : `${city} ${state}`;
  return [street, CODE_LAST.includes(countryID) ? `${town} ${zipCode}` : `${zipCode} ${town}`];
}
