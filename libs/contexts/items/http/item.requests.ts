import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { Choice, Codes, DepartureDate, ExternalID, ImageUrl, Integer, Part, Text, WrittenMoment } from '#platform/http';
import { HANDLINGS, type Handling } from '../domain/item.details.js';
import { STAFF_STATUSES, type StaffStatus } from '../domain/item.statuses.js';
import { OwnerRequest } from './owner.request.js';
import { ShippingRequest, ShippingUpdate } from './shipping.request.js';

const LONG = 2_000;
const PLACE = 'Last known physical place: room number, vehicle plate or contract number, or a place name';

const HANDLED = {
  beyond: true,
  description: 'How to handle it: of `document` and `discreet` guests are shown no picture',
  example: 'normal',
};

/** The fields that registering and updating share: all optional. */
class ItemFields {
  @ExternalID('item') externalID?: string | null;
  @Text({
    max: LONG,
    lines: false,
    nullable: true,
    description: 'Where the item is stored; hidden from the owner',
    example: 'Shelf B3',
  })
  itemStorage?: string | null;
  @Text({
    max: LONG,
    nullable: true,
    description: 'Notes for staff; hidden from the owner',
    example: 'Found by housekeeping',
  })
  internalNotes?: string | null;
  @ImageUrl({
    nullable: true,
    description:
      'URL of a JPG, JPEG, PNG or GIF image: the first of the item’s photos. Another replaces that one, null removes all',
  })
  imageUrl?: string | null;
  @Integer({ min: 1, max: 3650, nullable: true, description: 'Overrides the Location’s storage days', example: 30 })
  customStorageDays?: number | null;
  @Text({ nullable: true, example: 'Anker', description: 'Brand of the item' }) brand?: string | null;
  @Codes(COLOR_IDS, { description: 'Color identifiers', example: ['black'] }) colors?: string[];
  @Codes(CATEGORY_IDS, { description: 'Category identifiers', example: ['electronic_main'] }) categories?: string[];
  @Part(() => OwnerRequest, { description: 'Owner of the item' }) owner?: OwnerRequest;
  @WrittenMoment({ nullable: true, beyond: true, description: 'When it was found, at most a day ahead' }) foundAt?: string | null;
  @Text({ max: 100, nullable: true, beyond: true, description: 'Who found it; for staff alone', example: 'M. Janssen' })
  foundBy?: string | null;
  @Text({
    max: 500,
    nullable: true,
    beyond: true,
    description: 'What only its owner can know; for staff alone',
    example: 'Initials J.B. inside the lid',
  })
  hiddenMark?: string | null;
  @Integer({
    min: 1,
    nullable: true,
    beyond: true,
    description: 'The storage place of its Location that it lies in',
    example: null,
  })
  storagePlaceID?: number | null;
}

/** `POST /items` (api-v2.md, Item). */
export class NewItemRequest extends ItemFields {
  @Text({ required: true, max: LONG, description: 'Description of the item', example: 'Phone charger' }) item!: string;
  @Text({ required: true, description: PLACE, example: 'Room 312' }) location!: string;
  @DepartureDate({
    requiredUnless: 'foundAt',
    description: 'The owner’s check-out date; required unless `foundAt` is given, whose date it is then',
  })
  departuredDate?: string;
  @Text({ required: true, description: 'Location where the item is registered', example: 'demo:1' }) locationID!: string;
  @Part(() => ShippingRequest, { requiredUnless: 'foundAt', description: 'Shipping data; required unless `foundAt` is given' })
  shipping?: ShippingRequest;
  @Choice(HANDLINGS, { ...HANDLED, default: 'normal' }) handling?: Handling;
  @Integer({
    min: 1,
    nullable: true,
    description: 'Language for communication with the owner; takes precedence over `languageCode`',
    example: 1,
  })
  languageID?: number | null;
  @Text({ nullable: true, description: 'Code of a Language enabled for the Location', example: 'en' })
  languageCode?: string | null;
}

/** `PUT /items/:itemID`: omitted fields keep their value. */
export class ItemUpdateRequest extends ItemFields {
  @Text({ min: 1, max: LONG, description: 'Description of the item', example: 'Phone charger, white' }) item?: string;
  @Text({ min: 1, description: PLACE, example: 'Room 312' }) location?: string;
  @DepartureDate({ description: 'The owner’s check-out date' }) departuredDate?: string;
  @Part(() => ShippingUpdate, { description: 'Shipping data' }) shipping?: ShippingUpdate;
  @Choice(HANDLINGS, HANDLED) handling?: Handling;
}

/** `PUT /items/:itemID/status`. */
export class ItemStatusRequest {
  @Choice(STAFF_STATUSES, { required: true, example: 'finished', description: 'The new status' }) status!: StaffStatus;
}
