import { amountOf } from '#platform/kernel';
import type { Consignment, Customs, ParcelAddress, ParcelSize } from '../../kinds/carrier.js';

/** Ounces of so many grams, and inches of so many centimetres: at least what the scales show. */
const ounces = (grams: number) => Math.max(0.1, Math.ceil((grams / 28.349523) * 10) / 10);
const inches = (centimetres: number) => Math.ceil((centimetres / 2.54) * 10) / 10;

/** The body of a shipment: https://docs.easypost.com/docs/shipments#create-a-shipment */
export function shipmentOf({ from, to, parcel, customs }: Consignment, reference: string | null): object {
  const { length, width, height } = parcel;
  return {
    to_address: placeOf(to),
    from_address: placeOf(from),
    parcel: { weight: ounces(parcel.weight), length: inches(length), width: inches(width), height: inches(height) },
    ...(reference && { reference }),
    ...(customs && { customs_info: declarationOf(customs, parcel, from) }),
    options: { label_format: 'PDF' },
  };
}

function placeOf(address: ParcelAddress) {
  const { name, company, line1, line2, postalCode, city, state, countryCode, email, phoneNumber } = address;
  const more = { company, street2: line2, state, phone: phoneNumber, email };
  const given = Object.entries(more).filter(([, value]) => value);
  return { name, street1: line1, city, zip: postalCode ?? '', country: countryCode, ...Object.fromEntries(given) };
}

/** Things that somebody left behind go back to them: nothing is sold. */
function declarationOf({ description, value, hsCode, originCountryCode }: Customs, { weight }: ParcelSize, from: ParcelAddress) {
  const item = {
    description,
    quantity: 1,
    value: amountOf(value),
    currency: value.currency,
    weight: ounces(weight),
    origin_country: originCountryCode ?? from.countryCode,
    ...(hsCode && { hs_tariff_number: hsCode }),
  };
  return {
    contents_type: 'returned_goods',
    restriction_type: 'none',
    non_delivery_option: 'return',
    customs_certify: true,
    customs_signer: from.name,
    customs_items: [item],
    // Nothing that is worth less needs a filing of its own (15 CFR 30.37(a)).
    ...(from.countryCode === 'US' && value.currency === 'USD' && amountOf(value) < 2_500 && { eel_pfc: 'NOEEI 30.37(a)' }),
  };
}
