import { writtenAmount } from '#platform/kernel';
import type { Customs, LabelOrder, ParcelAddress, ParcelSize } from '../../kinds/carrier.js';

const kilograms = (grams: number) => (grams / 1000).toFixed(3);

/** An address, with what is not known left out. */
export function placeOf(address: ParcelAddress): Record<string, string> {
  const { name, company, line1, line2, postalCode, city, state, countryCode, email, phoneNumber } = address;
  const fields = {
    name,
    company_name: company,
    address_line_1: line1,
    address_line_2: line2,
    postal_code: postalCode,
    city,
    state_province_code: state && `${countryCode}-${state}`,
    country_code: countryCode,
    email,
    phone_number: phoneNumber,
  };
  return Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

/** Texts, as Sendcloud wants them of a parcel. */
export function sizeOf({ weight, length, width, height }: ParcelSize) {
  const dimensions = { length: String(length), width: String(width), height: String(height), unit: 'cm' };
  return { weight: { value: kilograms(weight), unit: 'kg' }, dimensions };
}

/** The body of a purchase: https://sendcloud.dev/api/v3/shipments/create-and-announce-a-shipment-synchronously */
export function announcementOf({ from, to, parcel, customs, service, reference }: LabelOrder): object {
  const items = customs && { parcel_items: [itemOf(customs, parcel, from)] };
  return {
    from_address: placeOf(from),
    to_address: { postal_code: '-', ...placeOf(to) },
    ship_with: { type: 'shipping_option_code', properties: { shipping_option_code: service } },
    parcels: [{ ...sizeOf(parcel), ...items }],
    external_reference_id: reference,
    order_number: reference,
    label_details: { mime_type: 'application/pdf' },
    ...(customs && {
      customs_information: { invoice_number: reference, export_reason: 'gift', export_type: 'private' },
    }),
  };
}

/** Things that somebody left behind go back to them: nothing is sold. Numbers, while those of a parcel are texts. */
function itemOf({ description, value, hsCode, originCountryCode }: Customs, { weight }: ParcelSize, from: ParcelAddress) {
  return {
    description,
    quantity: 1,
    weight: { value: weight / 1000, unit: 'kg' },
    price: { value: writtenAmount(value), currency: value.currency },
    ...(hsCode && { hs_code: hsCode }),
    origin_country: originCountryCode ?? from.countryCode,
  };
}
