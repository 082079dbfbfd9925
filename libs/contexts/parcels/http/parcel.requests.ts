import type { ParcelSize } from '#contexts/connections';
import { OwnerAddressRequest } from '#contexts/items';
import { COUNTRY_CODES } from '#contexts/reference';
import { Choice, CountryCode, Decimal, FormedText, Integer, Part, Text } from '#platform/http';
import type { GivenCustoms } from '../labels/consignments.js';

/** The currencies of ISO 4217 that the runtime can write. */
const CURRENCIES = Intl.supportedValuesOf('currency');

class ParcelRequest {
  @Integer({ required: true, min: 1, max: 100_000, description: 'Grams', example: 1_200 }) weight!: number;
  @Decimal({ required: true, min: 0.1, max: 500, description: 'Centimetres', example: 30 }) length!: number;
  @Decimal({ required: true, min: 0.1, max: 500, description: 'Centimetres', example: 20 }) width!: number;
  @Decimal({ required: true, min: 0.1, max: 500, description: 'Centimetres', example: 10 }) height!: number;
}

const PARCEL = 'Its weight and sides; null or absent: by the item’s service class and dimensions.';

/** `POST /items/:itemID/shipment/offers` (decisions.md, section 14). */
export class OffersRequest {
  @Part(() => OwnerAddressRequest, { nullable: true, description: 'Where it goes; null or absent: the owner’s address.' })
  address?: OwnerAddressRequest | null;
  @Part(() => ParcelRequest, { nullable: true, description: PARCEL }) parcel?: ParcelSize | null;
}

class CustomsRequest {
  @Text({
    required: true,
    max: 255,
    description: 'What it is, in words that customs understand',
    example: 'Leather wallet, used',
  })
  description!: string;
  @Decimal({ required: true, min: 0.01, description: 'What it is worth', example: 30 }) value!: number;
  @Choice(CURRENCIES, { required: true, description: 'Currency of the value (ISO 4217)', example: 'EUR' }) currency!: string;
  @FormedText(
    { nullable: true, max: 12, description: 'Its code in the Harmonized System, 6 to 10 digits', example: '420231' },
    (text) => /^\d{4}(\.?\d{2}){1,3}$/.test(text),
    'Is no code of the Harmonized System.',
  )
  hsCode?: string | null;
  @CountryCode(COUNTRY_CODES, { nullable: true, description: 'Where it was made; null: where the Location is', example: 'IT' })
  originCountryID?: string | null;
}

/** `POST /items/:itemID/shipment/label` (decisions.md, section 14). */
export class LabelRequest {
  @Text({ nullable: true, description: 'The offer; null or absent: the cheapest', example: 'dhl:parcel_connect' })
  service?: string | null;
  @Part(() => ParcelRequest, { nullable: true, description: PARCEL }) parcel?: ParcelSize | null;
  @Part(() => CustomsRequest, {
    nullable: true,
    description: 'What is in the parcel: required where it leaves the customs territory of the Location, else not sent on.',
  })
  customs?: CustomsRequest | null;
}

/** The declaration with null for what was left out. */
export function customsOf(customs: CustomsRequest | null | undefined): GivenCustoms | null {
  return customs ? { ...customs, hsCode: customs.hsCode ?? null, originCountryID: customs.originCountryID ?? null } : null;
}
