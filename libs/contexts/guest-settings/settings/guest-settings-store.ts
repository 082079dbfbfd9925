import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '#platform/audit';
import { Database, serviceTime, statement, takeTurn, template } from '#platform/database';
import { type CleanImage, Images } from '#platform/images';
import { type Caller, Clock, type ExpectedVersions, PreconditionFailed } from '#platform/kernel';
import {
  changed,
  effective,
  type GuestSettings,
  type GuestSettingsChanges,
  NOTHING_SET,
  type OwnGuestSettings,
} from '../domain/guest-settings.js';

/** The settings' owner: a Location's, or its Group's. */
export interface SettingsOwner {
  groupID: number;
  /** null for the Group's. */
  location: { id: number; locationID: string } | null;
}

/** Settings with the version that becomes their `ETag`; 1 before anything was set. */
export type StoredSettings = OwnGuestSettings & { version: number };

/** Stands for the Group where the key names a Location. */
const GROUP = '';

/** Settings of Locations and Groups for their guests (decisions.md, section 12, Looks and law). */
@Injectable()
export class LocationGuestSettings {
  private readonly log = new Logger('GuestSettings');

  constructor(
    private readonly database: Database,
    private readonly images: Images,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** The settings for the guests of a Location: its own, else its Group's, else the defaults. One read by the primary key. */
  async effective(groupID: number, locationID: string): Promise<GuestSettings> {
    const [rows] = await this.database.lookUp<[SettingsRow]>(groupID, settingsOf({ groupID, locationID }));
    const of = (id: string) => completed(rows.find(({ location_id }) => location_id === id)?.settings);
    return effective(of(locationID), of(GROUP));
  }

  /** Its own settings alone. */
  async own(owner: SettingsOwner): Promise<StoredSettings> {
    const key = keyOf(owner);
    const rows = await this.database.query(settingsOf(key));
    const row = rows.find(({ location_id }) => location_id === key.locationID);
    return { ...completed(row?.settings), version: row?.version ?? 1 };
  }

  /** Omitted fields keep their value. @throws ValidationFailed for half of the coordinates; PreconditionFailed */
  change(
    caller: Caller,
    owner: SettingsOwner,
    changes: GuestSettingsChanges,
    expected: ExpectedVersions,
  ): Promise<StoredSettings> {
    return this.write(caller, owner, expected, (own) => changed(own, changes));
  }

  /** Stores a logo, or takes it away with null; the one before is deleted. @throws StorageUnavailable; PreconditionFailed */
  async changeLogo(
    caller: Caller,
    owner: SettingsOwner,
    image: CleanImage | null,
    expected: ExpectedVersions,
  ): Promise<StoredSettings> {
    const imageOwner = { groupID: owner.groupID, record: `logo${owner.location?.id ?? 0}` };
    const logo = image && (await this.images.keep(imageOwner, image));
    let before: string | null = null;
    const replace = (own: OwnGuestSettings) => {
      before = own.logo;
      return { ...own, logo };
    };
    const stored = await this.write(caller, owner, expected, replace).catch(async (error: unknown) => {
      await this.images.remove(imageOwner, logo).catch((problem: Error) => this.log.error(problem));
      throw error;
    });
    // It is committed: if the image before cannot be deleted, an orphaned file remains.
    await this.images.remove(imageOwner, before).catch((error: Error) => this.log.error(error));
    return stored;
  }

  /** Takes out the address of a person who is erased, and the telephone number beside it. */
  async forget(groupID: number, email: string): Promise<void> {
    const rows = await this.database.query(
      statement(sql<{ location_id: string }>`
        select location_id from guest_settings where group_id = ${groupID}::int and lower(${email}::text) = any (${ADDRESSES})`),
    );
    for (const { location_id } of rows) {
      const owner = { groupID, location: location_id === GROUP ? null : { id: 0, locationID: location_id } };
      await this.write(null, owner, null, (own) => without(own, email.toLowerCase()));
    }
  }

  /** All email addresses in the settings of a Group and its Locations, in lower case. */
  async addresses(groupID: number): Promise<string[]> {
    const rows = await this.database.query(
      statement(sql<{ address: string }>`
        select distinct address from guest_settings, unnest(${ADDRESSES}) as address
        where group_id = ${groupID}::int and address is not null`),
    );
    return rows.map(({ address }) => address);
  }

  /**
   * One change of a Group's settings at a time, so that two of them never lose each other's fields.
   * @param caller null where it is part of something else, which is told of
   */
  private write(
    caller: Caller | null,
    owner: SettingsOwner,
    expected: ExpectedVersions,
    change: (own: OwnGuestSettings) => OwnGuestSettings,
  ): Promise<StoredSettings> {
    const { groupID, locationID } = keyOf(owner);
    return this.database.inTransaction(async () => {
      await this.database.query(takeTurn({ name: `${groupID}/guest settings` }));
      const { version: before, ...own } = await this.own(owner);
      if (expected?.includes(before) === false) throw new PreconditionFailed();
      const settings = change(own);
      const version = before + 1;
      await this.database.query(
        statement(sql`
          insert into guest_settings (group_id, location_id, settings, version, updated_at)
          values (${groupID}::int, ${locationID}::text, ${JSON.stringify(settings)}::json, ${version}::int, ${serviceTime(this.clock)})
          on conflict (group_id, location_id) do update set
            settings = excluded.settings, version = excluded.version, updated_at = excluded.updated_at`),
      );
      if (caller) await this.tell(caller, owner, own, settings);
      return { ...settings, version };
    });
  }

  private async tell(
    { group, actor, address = null }: Caller,
    { location }: SettingsOwner,
    before: OwnGuestSettings,
    after: OwnGuestSettings,
  ) {
    const names = Object.keys(after) as (keyof OwnGuestSettings)[];
    const fields = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    if (fields.length === 0) return;
    const target = location
      ? ({ kind: 'location', ID: location.locationID } as const)
      : ({ kind: 'group', ID: group.code } as const);
    const details = fields[0] === 'logo' ? { settings: 'logo' } : { settings: 'guest-settings', fields };
    await this.audit.tell({ groupID: group.id, action: 'settings.changed', by: { actor, address }, target, details });
  }
}

interface Key {
  groupID: number;
  locationID: string;
}

interface SettingsRow {
  location_id: string;
  settings: Partial<OwnGuestSettings>;
  version: number;
}

const keyOf = ({ groupID, location }: SettingsOwner): Key => ({ groupID, locationID: location?.locationID ?? GROUP });

/** The email addresses of a row, in lower case. */
const ADDRESSES = sql`array[lower(settings ->> 'replyTo'), lower(settings -> 'pickup' ->> 'email')]`;

function without(own: OwnGuestSettings, email: string): OwnGuestSettings {
  const is = (address: string | null) => address?.toLowerCase() === email;
  const pickup = is(own.pickup.email) ? { ...own.pickup, email: null, phoneNumber: null } : own.pickup;
  return { ...own, replyTo: is(own.replyTo) ? null : own.replyTo, pickup };
}

/** The settings of the Location and of its Group. */
const settingsOf = template<Key, SettingsRow>((key) =>
  statement(sql`
    select location_id, settings, version from guest_settings
    where group_id = ${key.groupID}::int and location_id in (${key.locationID}::text, ${GROUP}::text)`),
);

/** Rows of an earlier release lack the fields that came later. */
function completed(settings: Partial<OwnGuestSettings> = {}): OwnGuestSettings {
  return { ...NOTHING_SET, ...settings, pickup: { ...NOTHING_SET.pickup, ...settings.pickup } };
}
