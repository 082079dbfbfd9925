import { ApiProperty } from '@nestjs/swagger';
import { BEYOND, recordOf } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import { type LocationRow, zoneOf } from '../read-model/location.queries.js';
import { NewAddress, NewContactDetails, NewLocation, Options, Pickup } from './location.requests.js';

const ERASED = 'once the personal data of this person was erased, its fields are null until others are entered';

const ZONE = 'Time zone whose days count there: a name of the tz database, in its canonical form';

class AddressRecord extends recordOf(NewAddress) {}
class ContactDetailsRecord extends recordOf(NewContactDetails, { nullable: true }) {}
class PickupRecord extends recordOf(Pickup) {}
class OptionsRecord extends recordOf(Options) {}

/** The Location record (decisions.md, section 3). */
export class LocationRecord extends recordOf(NewLocation, {
  first: ['locationID'],
  parts: { address: AddressRecord, contactDetails: ContactDetailsRecord, pickupDetails: PickupRecord, options: OptionsRecord },
}) {
  static readonly versioned = true;
  @ApiProperty({ type: String, example: 'demo:1', description: 'Identifier of the Location' }) locationID!: string;
  @ApiProperty({ type: ContactDetailsRecord, description: `Contact person in charge; ${ERASED}` })
  declare contactDetails: ContactDetailsRecord;
  @ApiProperty({ type: String, example: 'Europe/Amsterdam', description: ZONE, nullable: false, ...BEYOND })
  declare timeZone: string;
  @ApiProperty({
    type: Boolean,
    example: false,
    description: 'Whether `timeZone` was given, and is not that of the address',
    ...BEYOND,
  })
  timeZoneGiven!: boolean;
  @ApiProperty({ type: Boolean, example: true, description: '`false` while the Location is deactivated' }) active!: boolean;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was last changed, UTC' })
  updatedAt!: string;
}

export function locationRecord(row: LocationRow): LocationRecord {
  return {
    locationID: row.location_id,
    name: row.name,
    address: row.address,
    contactDetails: row.contact_details,
    itemStorageDays: row.item_storage_days,
    daysBeforeRequestExpires: row.days_before_request_expires,
    storageAfterItemStorageDays: row.storage_after_item_storage_days,
    pickupDetails: row.pickup_details,
    reference: row.reference,
    timeZone: zoneOf(row),
    timeZoneGiven: row.time_zone !== null,
    options: row.options,
    active: row.active,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
