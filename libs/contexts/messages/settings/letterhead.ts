import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type GuestSettings, LocationGuestSettings } from '#contexts/guest-settings';
import type { PostalAddress } from '#contexts/reference';
import { Database, statement } from '#platform/database';

/** The sender, as recipients see the Location. */
export interface Letterhead extends Pick<GuestSettings, 'logo' | 'color' | 'website' | 'privacyUrl' | 'imprintUrl'> {
  place: string;
  address: PostalAddress;
  phoneNumber: string | null;
  replyTo: string | null;
  senderName: string;
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
  address: PostalAddress;
  email: string | null;
  email_cc: string | null;
  phone_number: string | null;
}

/** Reads the name that messages of a Location go out in. */
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
      address: row.address,
      phoneNumber: pickup.phoneNumber ?? row.phone_number,
      replyTo: replyTo ?? pickup.email ?? row.email,
      senderName: senderName ?? place,
      ...{ logo, color, website, privacyUrl, imprintUrl },
      desk: { email, cc, notify: email === null ? 'never' : notifyDesk },
    };
  }
}
