import { ApiProperty } from '@nestjs/swagger';
import { BEYOND } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import {
  ANONYMIZED,
  ITEM_STATUSES,
  type ItemStatus,
  type Owner,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentStatus,
  type Shipping,
  UNKNOWN_OWNER,
} from '../domain/item.events.js';
import { UNKNOWN_ADDRESS } from '../domain/owner.js';
import type { ItemRow } from '../read-model/item.queries.js';

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;

class OwnerAddressRecord {
  @ApiProperty({ ...text('Hauptstraße 5'), description: 'First address line' }) address!: string | null;
  @ApiProperty({ ...text(null), description: 'Second address line' }) address2!: string | null;
  @ApiProperty({ ...text('Hamburg'), description: 'City' }) city!: string | null;
  @ApiProperty({ ...text('DE'), description: 'Alpha-2 code of the countries list' }) countryID!: string | null;
  @ApiProperty({ ...text(null), description: 'Subdivision code; only in AU, CA and US' }) state!: string | null;
  @ApiProperty({ ...text('20095'), description: 'Postal code' }) zipCode!: string | null;
  @ApiProperty({ ...text(null), description: 'Only for business addresses' }) companyName!: string | null;
  @ApiProperty({ ...text('Anna Schmidt'), description: 'Who receives it', ...BEYOND }) recipient!: string | null;
  @ApiProperty({ ...text('+49 40 123456'), description: 'Phone number for the carrier', ...BEYOND }) phoneNumber!: string | null;
}

class OwnerRecord {
  @ApiProperty({ ...text('Anna'), description: 'Given name' }) firstName!: string | null;
  @ApiProperty({ ...text('Schmidt'), description: 'Family name' }) lastName!: string | null;
  @ApiProperty({ ...text('anna.schmidt@example.com'), description: 'Email address' }) contactEmail!: string | null;
  @ApiProperty({ ...text('+49 40 123456'), description: 'Phone number' }) phoneNumber!: string | null;
  @ApiProperty({ ...text('R-20931'), description: 'Reservation number of the stay; null if not applicable' }) reservationNumber!:
    | string
    | null;
  @ApiProperty({ ...text(null), description: 'Number of the activity; null if not applicable' }) activityNumber!: string | null;
  @ApiProperty({ ...text(null), description: 'Number of the rental agreement; null if not applicable' }) agreementNumber!:
    | string
    | null;
  @ApiProperty({ type: OwnerAddressRecord, nullable: true, description: 'Address of the owner' })
  address!: OwnerAddressRecord | null;
}

class WeightRecord {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 6, example: 1, description: 'Service class, 1 to 6' }) ID!: number;
}

class DimensionsRecord {
  @ApiProperty({ type: Boolean, example: true, description: 'Whether the item fits the standard packaging' })
  fitsInServicePackaging!: boolean;
  @ApiProperty({ type: Number, nullable: true, example: null, description: 'Width of the packaging, in the Location’s unit' })
  width!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: null, description: 'Length of the packaging, in the Location’s unit' })
  length!: number | null;
  @ApiProperty({ type: Number, nullable: true, example: null, description: 'Height of the packaging, in the Location’s unit' })
  height!: number | null;
}

class ShippingRecord {
  @ApiProperty({ type: WeightRecord, nullable: true, description: 'Service class' }) weight!: WeightRecord | null;
  @ApiProperty({ type: DimensionsRecord, nullable: true, description: 'Dimensions of the packaging' })
  dimensions!: DimensionsRecord | null;
}

/** What the owner pays for the shipment. */
class PaymentRecord {
  @ApiProperty({ type: String, enum: PAYMENT_STATUSES, example: 'open', description: 'What became of it' })
  status!: PaymentStatus;
  @ApiProperty({ type: Number, example: 9.9, description: 'What is paid' }) amount!: number;
  @ApiProperty({ type: String, example: 'EUR', description: 'Currency (ISO 4217)' }) currency!: string;
  @ApiProperty({ ...text('https://pay.example.com/pi_3Nk2'), description: 'Where the owner pays' }) url!: string | null;
}

/** The Item record (decisions.md, section 3): unknown values are null, a key is never missing. */
export class ItemRecord {
  @ApiProperty({ type: 'integer', example: 7, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: String, example: 'demo:1', description: 'Identifier of the Location' }) locationID!: string;
  @ApiProperty({ ...text('PMS-20931'), description: 'Identifier of the item in the integration’s own system', ...BEYOND })
  externalID!: string | null;
  @ApiProperty({ type: String, example: 'Phone charger', description: 'Description of the item' }) item!: string;
  @ApiProperty({ type: String, example: 'Room 312', description: 'Last known physical place' }) location!: string;
  @ApiProperty({ type: String, example: '2026-11-20 00:00:00.000', description: 'The owner’s check-out date' })
  departuredDate!: string;
  @ApiProperty({ type: ShippingRecord, description: 'Shipping data' }) shipping!: Shipping;
  @ApiProperty({ ...text('Shelf B3'), description: 'Where the item is stored; hidden from the owner' }) itemStorage!:
    | string
    | null;
  @ApiProperty({ ...text('Found by housekeeping'), description: 'Notes for staff; hidden from the owner' }) internalNotes!:
    | string
    | null;
  @ApiProperty({ ...text(null), description: 'URL of an image' }) imageUrl!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'Overrides the Location’s storage days' })
  customStorageDays!: number | null;
  @ApiProperty({ ...text('Anker'), description: 'Brand of the item' }) brand!: string | null;
  @ApiProperty({ type: [String], example: ['black'], description: 'Color identifiers' }) colors!: string[];
  @ApiProperty({ type: [String], example: ['electronic_main'], description: 'Category identifiers' }) categories!: string[];
  @ApiProperty({ type: OwnerRecord, description: 'Owner of the item' }) owner!: Owner;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Language for communication with the owner', example: 1 })
  languageID!: number | null;
  @ApiProperty({ ...text('en'), description: 'Code of that Language' }) languageCode!: string | null;
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
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was last changed, UTC' })
  updatedAt!: string;
}

/** What a carrier sees of an item it ships: the description and the shipment's status. */
const SHOWN_TO_CARRIERS = [
  'id',
  'location_id',
  'item',
  'departured_date',
  'shipping',
  'custom_storage_days',
  'brand',
  'colors',
  'categories',
  'language_id',
  'language_code',
  'status',
  'storage_expires_at',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ItemRow)[];
type ShownToCarriers = (typeof SHOWN_TO_CARRIERS)[number];

/** What a carrier does not see, as it is shown instead. A column that is in neither list does not compile. */
const HIDDEN_FROM_CARRIERS: Omit<ItemRow, ShownToCarriers> = {
  group_id: 0,
  external_id: null,
  location: ANONYMIZED,
  item_storage: null,
  internal_notes: null,
  image_url: null,
  owner: UNKNOWN_OWNER,
  registered_by: null,
  request_id: null,
  shipment: null,
  payment: null,
};

export function shownToCarriers(row: ItemRow): ItemRow {
  const shown = Object.fromEntries(SHOWN_TO_CARRIERS.map((column) => [column, row[column]]));
  return { ...HIDDEN_FROM_CARRIERS, ...(shown as Pick<ItemRow, ShownToCarriers>) };
}

function paymentRecord({ paymentStatus: status, amount, currency, url }: Payment): PaymentRecord {
  return { status, amount, currency, url };
}

export function itemRecord(row: ItemRow): ItemRecord {
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
    imageUrl: row.image_url,
    customStorageDays: row.custom_storage_days,
    brand: row.brand,
    colors: row.colors,
    categories: row.categories,
    owner: row.owner.address ? { ...row.owner, address: { ...UNKNOWN_ADDRESS, ...row.owner.address } } : row.owner,
    languageID: row.language_id,
    languageCode: row.language_code,
    status: row.status,
    requestID: row.request_id,
    payment: row.payment && paymentRecord(row.payment),
    storageExpiresAt: recordTimestamp(row.storage_expires_at),
    registeredBy: row.registered_by,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
