import { ApiProperty } from '@nestjs/swagger';
import { BEYOND, recordOf, Shown } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import { ITEM_STATUSES, type ItemStatus, OUTCOMES, type Outcome } from '../domain/item.values.js';
import { UNKNOWN_ADDRESS } from '../domain/owner.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { NewItemRequest } from './item.requests.js';
import { HoldRecord, holdRecord } from './item-hold.record.js';
import { DisposalRecord, disposalRecord, HandoverRecord, handoverRecord } from './item-leaving.records.js';
import { OwnerAddressRequest, OwnerRequest } from './owner.request.js';
import { knownParcel, ParcelRecord } from './parcel.record.js';
import { PaymentRecord, paymentRecord } from './payment.record.js';
import { PhotoRecord, photoRecords } from './photo.record.js';
import { type AddressOf, addressOf } from './picture-address.js';
import { DimensionsRequest, ShippingRequest } from './shipping.request.js';

class OwnerAddressRecord extends recordOf(OwnerAddressRequest) {}
class OwnerRecord extends recordOf(OwnerRequest, { parts: { address: OwnerAddressRecord } }) {}
class DimensionsRecord extends recordOf(DimensionsRequest) {}

class WeightRecord {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6, example: 1, description: 'Service class, 1 to 6' }) ID!: number;
}

class ShippingRecord extends recordOf(ShippingRequest, { parts: { weight: WeightRecord, dimensions: DimensionsRecord } }) {}

/** The storage place that an item lies in. */
class StoredAtRecord {
  @ApiProperty({ type: 'integer', example: 3, description: 'ID of the storage place' }) ID!: number;
  @ApiProperty({ type: String, example: 'Shelf B', description: 'Its name' }) name!: string;
  @ApiProperty({ type: String, example: 'B', description: 'Its code' }) code!: string;
  @ApiProperty({ type: String, example: 'Cellar / Shelf B', description: 'The names from the top to itself' }) path!: string;
}

/** The Item record (decisions.md, section 3): unknown values are null, a key is never missing. */
export class ItemRecord extends recordOf(NewItemRequest, {
  first: ['ID', 'locationID', 'externalID', 'item', 'location', 'departuredDate', 'shipping'],
  parts: { shipping: ShippingRecord, owner: OwnerRecord },
}) {
  static readonly versioned = true;
  @ApiProperty({ type: 'integer', example: 7, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: String, example: '2026-11-20 00:00:00.000', description: 'The owner’s check-out date' })
  declare departuredDate: string;
  @ApiProperty({
    type: String,
    nullable: true,
    ...BEYOND,
    example: '2026-11-20 08:30:00.000',
    description: 'When it was found, UTC',
  })
  declare foundAt: string | null;
  @Shown('integer', 'Language for communication with the owner') declare languageID: number | null;
  @Shown(String, 'Code of that Language') declare languageCode: string | null;
  @ApiProperty({ type: String, enum: ITEM_STATUSES, example: 'waiting-response', description: 'Status of the item' })
  status!: ItemStatus;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'ID of the Request that the item is matched to; null if there is none',
    ...BEYOND,
    example: null,
  })
  requestID!: number | null;
  @ApiProperty({
    type: PaymentRecord,
    nullable: true,
    description: 'What the owner pays for the shipment; null where nothing is paid',
    ...BEYOND,
  })
  payment!: PaymentRecord | null;
  @ApiProperty({ type: ParcelRecord, nullable: true, description: 'Its parcel; null while nothing is known of one', ...BEYOND })
  shipment!: ParcelRecord | null;
  @ApiProperty({ type: [PhotoRecord], description: 'Photos in their order; the first is `imageUrl`', ...BEYOND })
  photos!: PhotoRecord[];
  @ApiProperty({
    type: StoredAtRecord,
    nullable: true,
    description: 'Where it is stored; null where no place is stated',
    ...BEYOND,
  })
  storagePlace!: StoredAtRecord | null;
  @ApiProperty({ type: HoldRecord, nullable: true, description: 'Why it is kept; null where it is not on hold', ...BEYOND })
  hold!: HoldRecord | null;
  @ApiProperty({
    type: String,
    enum: OUTCOMES,
    nullable: true,
    example: null,
    description: 'How it left: handed over, disposed of, or shipped and delivered; null while it has not, or nobody said',
    ...BEYOND,
  })
  outcome!: Outcome | null;
  @ApiProperty({ type: HandoverRecord, nullable: true, description: 'To whom it was handed over; null if it was not', ...BEYOND })
  handover!: HandoverRecord | null;
  @ApiProperty({ type: DisposalRecord, nullable: true, description: 'Where it went; null if it was not disposed of', ...BEYOND })
  disposal!: DisposalRecord | null;
  @ApiProperty({ type: String, description: 'When the storage time ends, UTC', ...BEYOND, example: '2027-02-19 10:00:00.000' })
  storageExpiresAt!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'ID of the User who registered the item; null for an integration',
    ...BEYOND,
    example: null,
  })
  registeredBy!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the User, or of the API token, that registered it; null where it has none',
    ...BEYOND,
    example: 'sanne',
  })
  registeredByName!: string | null;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was last changed, UTC' })
  updatedAt!: string;
}

export function itemRecord(row: ItemRow): ItemRecord {
  return recordWith(row, addressOf);
}

/** The record with the addresses of pictures as they are kept, for comparing one state of an item with another. */
export function keptItemRecord(row: ItemRow): ItemRecord {
  return recordWith(row, (_row, url) => url);
}

function recordWith(row: ItemRow, address: AddressOf): ItemRecord {
  return {
    ID: row.id,
    locationID: row.location_id,
    externalID: row.external_id,
    item: row.item,
    location: row.location,
    departuredDate: `${row.departured_date} 00:00:00.000`,
    shipping: row.shipping,
    itemStorage: row.item_storage,
    internalNotes: row.internal_notes,
    imageUrl: row.image_url && address(row, row.image_url),
    customStorageDays: row.custom_storage_days,
    brand: row.brand,
    colors: row.colors,
    categories: row.categories,
    owner: row.owner.address ? { ...row.owner, address: { ...UNKNOWN_ADDRESS, ...row.owner.address } } : row.owner,
    foundAt: row.found_at && recordTimestamp(row.found_at),
    foundBy: row.found_by,
    hiddenMark: row.hidden_mark,
    handling: row.handling,
    // One that was deleted since is no place any more.
    storagePlaceID: row.storage_place?.ID ?? null,
    storagePlace: row.storage_place,
    languageID: row.language_id,
    languageCode: row.language_code,
    status: row.status,
    requestID: row.request_id,
    payment: row.payment && paymentRecord(row.payment),
    shipment: knownParcel(row.shipment),
    photos: photoRecords(row, { address }),
    hold: row.hold && holdRecord(row.hold),
    // The release before this one, which runs beside it while it migrates, does not write it.
    outcome: row.outcome ?? (row.status === 'delivered' ? 'shipped' : null),
    handover: row.handover && handoverRecord(row.handover),
    disposal: row.disposal && disposalRecord(row.disposal),
    storageExpiresAt: recordTimestamp(row.storage_expires_at),
    registeredBy: row.registered_by,
    registeredByName: row.registered_by_name,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
