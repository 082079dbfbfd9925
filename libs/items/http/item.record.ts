import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#kernel';
import { ITEM_STATUSES, type ItemStatus, type Owner, type Shipping } from '../domain/item.events.js';
import type { ItemRow } from '../read-model/item.queries.js';

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;

class OwnerAddressRecord {
  @ApiProperty(text('Hauptstraße 5')) address!: string | null;
  @ApiProperty(text(null)) address2!: string | null;
  @ApiProperty(text('Hamburg')) city!: string | null;
  @ApiProperty(text('DE')) countryID!: string | null;
  @ApiProperty(text(null)) state!: string | null;
  @ApiProperty(text('20095')) zipCode!: string | null;
  @ApiProperty(text(null)) companyName!: string | null;
}

class OwnerRecord {
  @ApiProperty(text('Anna')) firstName!: string | null;
  @ApiProperty(text('Schmidt')) lastName!: string | null;
  @ApiProperty(text('anna.schmidt@example.com')) contactEmail!: string | null;
  @ApiProperty(text('+49 40 123456')) phoneNumber!: string | null;
  @ApiProperty(text('R-20931')) reservationNumber!: string | null;
  @ApiProperty(text(null)) activityNumber!: string | null;
  @ApiProperty(text(null)) agreementNumber!: string | null;
  @ApiProperty({ type: OwnerAddressRecord, nullable: true }) address!: OwnerAddressRecord | null;
}

class WeightRecord {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6, example: 1 }) ID!: number;
}

class DimensionsRecord {
  @ApiProperty({ type: Boolean, example: true }) fitsInServicePackaging!: boolean;
  @ApiProperty({ type: Number, nullable: true, example: null }) width!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: null }) length!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: null }) height!: number | null;
}

class ShippingRecord {
  @ApiProperty({ type: WeightRecord, nullable: true }) weight!: WeightRecord | null;
  @ApiProperty({ type: DimensionsRecord, nullable: true }) dimensions!: DimensionsRecord | null;
}

/** The Item record (decisions.md, section 3): absent values are null, never a missing key. */
export class ItemRecord {
  @ApiProperty({ type: 'integer', example: 7 }) ID!: number;
  @ApiProperty({ type: String, example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, example: 'Phone charger' }) item!: string;
  @ApiProperty({ type: String, example: 'Room 312' }) location!: string;
  @ApiProperty({ type: String, example: '2026-11-20 00:00:00.000' }) departuredDate!: string;
  @ApiProperty({ type: ShippingRecord }) shipping!: Shipping;
  @ApiProperty(text('Shelf B3')) itemStorage!: string | null;
  @ApiProperty(text('Found by housekeeping')) internalNotes!: string | null;
  @ApiProperty(text(null)) imageUrl!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null }) customStorageDays!: number | null;
  @ApiProperty(text('Anker')) brand!: string | null;
  @ApiProperty({ type: [String], example: ['black'] }) colors!: string[];
  @ApiProperty({ type: [String], example: ['electronic_main'] }) categories!: string[];
  @ApiProperty({ type: OwnerRecord }) owner!: Owner;
  @ApiProperty({ type: 'integer', nullable: true, description: 'As resolved', example: 1 }) languageID!: number | null;
  @ApiProperty({ ...text('en'), description: 'As resolved' }) languageCode!: string | null;
  @ApiProperty({ type: String, enum: ITEM_STATUSES, example: 'waiting-response' }) status!: ItemStatus;
  @ApiProperty({ type: String, description: 'Beyond v2: when storage ends', example: '2027-02-19 10:00:00.000' })
  storageExpiresAt!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Beyond v2: ID of the User; null for an integration',
    example: null,
  })
  registeredBy!: number | null;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000' }) createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000' }) updatedAt!: string;
}

export function itemRecord(row: ItemRow): ItemRecord {
  return {
    ID: row.id,
    locationID: row.location_id,
    item: row.item,
    location: row.location,
    departuredDate: `${row.departured_date} 00:00:00.000`,
    shipping: row.shipping,
    itemStorage: row.item_storage,
    internalNotes: row.internal_notes,
    imageUrl: row.image_url,
    customStorageDays: row.custom_storage_days,
    brand: row.brand,
    colors: row.colors,
    categories: row.categories,
    owner: row.owner,
    languageID: row.language_id,
    languageCode: row.language_code,
    status: row.status,
    storageExpiresAt: recordTimestamp(row.storage_expires_at),
    registeredBy: row.registered_by,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
