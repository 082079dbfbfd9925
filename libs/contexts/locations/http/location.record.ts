import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#platform/kernel';
import type { LocationRow } from '../read-model/location.queries.js';

const ERASED = 'once the personal data of this person was erased, its fields are null until others are entered';

class AddressRecord {
  @ApiProperty({ type: String, example: 'Keizersgracht', description: 'Street' }) address!: string;
  @ApiProperty({ type: String, example: '148', description: 'House number' }) addressNumber!: string;
  @ApiProperty({ type: String, example: 'Amsterdam', description: 'City' }) city!: string;
  @ApiProperty({ type: String, example: 'NL', description: 'Alpha-2 code of the countries list' }) countryID!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Subdivision code; only in AU, CA and US' }) state!:
    | string
    | null;
  @ApiProperty({ type: String, example: '1015 CX', description: 'Postal code' }) zipCode!: string;
}

class ContactDetailsRecord {
  @ApiProperty({ type: String, nullable: true, example: 'Sanne de Vries', description: 'Contact person in charge' })
  contactPerson!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'frontdesk@example.com', description: 'Email address' })
  contactEmail!: string | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'CC recipients, separated by commas' })
  contactEmailCC!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '+31 20 123 4567', description: 'Phone number' })
  phoneNumber!: string | null;
}

class PickupRecord {
  @ApiProperty({ type: String, example: 'Reception', description: 'Where packages are picked up' }) pickupLocation!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Instructions for the driver who picks up packages' })
  pickupIntructions!: string | null;
}

class OptionsRecord {
  @ApiProperty({ type: String, enum: ['kg', 'lb'], example: 'kg', description: 'Unit of weights' }) weightUnit!: 'kg' | 'lb';
  @ApiProperty({ type: String, enum: ['cm', 'in'], example: 'cm', description: 'Unit of dimensions' }) dimensionUnit!:
    | 'cm'
    | 'in';
}

/** The Location record (decisions.md, section 3). */
export class LocationRecord {
  @ApiProperty({ type: String, example: 'demo:1', description: 'Identifier of the Location' }) locationID!: string;
  @ApiProperty({ type: String, example: 'Hotel Keizersgracht', description: 'Name' }) name!: string;
  @ApiProperty({ type: AddressRecord, description: 'Street address' }) address!: AddressRecord;
  @ApiProperty({ type: ContactDetailsRecord, description: `Contact person in charge; ${ERASED}` })
  contactDetails!: ContactDetailsRecord;
  @ApiProperty({ type: 'integer', example: 90, description: 'Number of days for which the Location stores items' })
  itemStorageDays!: number;
  @ApiProperty({ type: 'integer', example: 90, description: 'Number of days after which a Request expires' })
  daysBeforeRequestExpires!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Extra days to collect an item, for a guest who responds in time' })
  storageAfterItemStorageDays!: number;
  @ApiProperty({ type: PickupRecord, description: 'Pickup details for shipping providers' }) pickupDetails!: PickupRecord;
  @ApiProperty({ type: String, nullable: true, example: 'AMS-01', description: 'Free-text reference' }) reference!: string | null;
  @ApiProperty({ type: OptionsRecord, description: 'Units of measurement' }) options!: OptionsRecord;
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
    options: row.options,
    active: row.active,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
