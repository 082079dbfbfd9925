import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#kernel';
import type { LocationRow } from '../read-model/location.queries.js';

class AddressRecord {
  @ApiProperty({ type: String, example: 'Keizersgracht' }) address!: string;
  @ApiProperty({ type: String, example: '148' }) addressNumber!: string;
  @ApiProperty({ type: String, example: 'Amsterdam' }) city!: string;
  @ApiProperty({ type: String, example: 'NL' }) countryID!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) state!: string | null;
  @ApiProperty({ type: String, example: '1015 CX' }) zipCode!: string;
}

class ContactDetailsRecord {
  @ApiProperty({ type: String, example: 'Sanne de Vries' }) contactPerson!: string;
  @ApiProperty({ type: String, example: 'frontdesk@example.com' }) contactEmail!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) contactEmailCC!: string | null;
  @ApiProperty({ type: String, example: '+31 20 123 4567' }) phoneNumber!: string;
}

class PickupRecord {
  @ApiProperty({ type: String, example: 'Reception' }) pickupLocation!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) pickupIntructions!: string | null;
}

class OptionsRecord {
  @ApiProperty({ type: String, enum: ['kg', 'lb'], example: 'kg' }) weightUnit!: 'kg' | 'lb';
  @ApiProperty({ type: String, enum: ['cm', 'in'], example: 'cm' }) dimensionUnit!: 'cm' | 'in';
}

/** The Location record (decisions.md, section 3). */
export class LocationRecord {
  @ApiProperty({ type: String, example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, example: 'Hotel Keizersgracht' }) name!: string;
  @ApiProperty({ type: AddressRecord }) address!: AddressRecord;
  @ApiProperty({ type: ContactDetailsRecord }) contactDetails!: ContactDetailsRecord;
  @ApiProperty({ type: 'integer', example: 90 }) itemStorageDays!: number;
  @ApiProperty({ type: 'integer', example: 90 }) daysBeforeRequestExpires!: number;
  @ApiProperty({ type: 'integer', example: 0 }) storageAfterItemStorageDays!: number;
  @ApiProperty({ type: PickupRecord }) pickupDetails!: PickupRecord;
  @ApiProperty({ type: String, nullable: true, example: 'AMS-01' }) reference!: string | null;
  @ApiProperty({ type: OptionsRecord }) options!: OptionsRecord;
  @ApiProperty({ type: Boolean, example: true }) active!: boolean;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000' }) createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000' }) updatedAt!: string;
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
