import { Refusal } from './call.js';
import { needsCustoms } from './customs.js';
import type { Announcement } from './sendcloud.shipments.js';
import { anything, list, nullable, number, object, one, type Shape, text } from './shape.js';

/** https://sendcloud.dev/api/v3/shipments/create-and-announce-a-shipment-synchronously */

const decimal = text({ like: /^\d+(\.\d+)?$/ });
const country = text({ like: /^[A-Z]{2}$/ });
const price = object({ value: decimal, currency: text({ like: /^[A-Z]{3}$/ }) });
const optionalPrice = nullable(price);
const any = text({ min: 0 });

/** Countries where addresses need the code of a state: https://sendcloud.dev/docs/shipments/international-shipping */
const WITH_STATES = ['AU', 'CA', 'IT', 'US'];

const addressDetails = {
  company_name: any,
  house_number: any,
  address_line_2: any,
  po_box: nullable(any),
  state_province_code: text({ min: 0, like: /^([A-Z]{2}-[A-Z0-9]{1,3})?$/ }),
  email: text({ like: /^[^@\s]+@[^@\s]+$/ }),
  phone_number: any,
};

const address = object(
  { name: text(), address_line_1: any, postal_code: text(), city: text(), country_code: country },
  addressDetails,
);

const item = object(
  {
    description: text({ max: 255 }),
    weight: object({ value: number(Number.MIN_VALUE), unit: one('kg', 'g', 'lbs', 'oz') }),
    price,
    hs_code: text({ max: 12, like: /^[\d.]+$/ }),
  },
  { item_id: text(), quantity: number(1), origin_country: country, sku: any, product_id: any },
);

/** Texts, while those of an item are numbers. */
const weight = object({ value: decimal, unit: one('kg', 'g', 'lbs', 'oz') });
const dimensions = object({ length: decimal, width: decimal, height: decimal, unit: one('cm', 'mm', 'm', 'in', 'ft', 'yd') });

const parcel = object(
  { weight },
  {
    dimensions,
    additional_insured_price: optionalPrice,
    label_notes: nullable(list(text({ max: 255 }))),
    package_type: nullable(any),
    parcel_items: list(item, 0, 1000),
  },
);

const customs = object(
  { invoice_number: text({ max: 40 }) },
  {
    export_reason: one('gift', 'documents', 'commercial_goods', 'commercial_sample'),
    export_type: one('private', 'commercial_b2c', 'commercial_b2b'),
    invoice_date: text({ like: /^\d{4}-\d\d-\d\d$/ }),
    freight_costs: optionalPrice,
    insurance_costs: optionalPrice,
    other_costs: optionalPrice,
    goods_description: text({ max: 255 }),
    general_notes: text({ max: 500 }),
    tax_numbers: anything,
  },
);

/** The body of `POST /shipments/announce`. */
export const ANNOUNCEMENT: Shape = object(
  { to_address: address, from_address: address, parcels: list(parcel, 1, 15) },
  {
    ship_with: object(
      { type: one('shipping_option_code') },
      { properties: object({ shipping_option_code: text() }, { contract_id: nullable(number(1)) }) },
    ),
    brand_id: number(),
    order_number: any,
    total_order_price: optionalPrice,
    reference: nullable(any),
    external_reference_id: nullable(any),
    customs_information: nullable(customs),
    label_details: object({}, { mime_type: one('application/pdf', 'application/zpl', 'image/png'), dpi: one(72, 203, 300, 600) }),
  },
);

/** The body of `POST /shipping-options`: https://sendcloud.dev/api/v3/shipping-options/return-a-list-of-available-shipping-options */
const place = object(
  { country_code: country },
  { ...addressDetails, address_line_1: any, postal_code: any, city: any, name: any },
);
export const OPTIONS_ASKED: Shape = object(
  {},
  {
    from_address: place,
    to_address: place,
    from_country_code: country,
    to_country_code: country,
    from_postal_code: any,
    to_postal_code: any,
    parcels: list(object({}, { dimensions, weight, additional_insured_price: optionalPrice }), 0, 15),
    carrier_code: nullable(text()),
    contract_id: nullable(number()),
    functionalities: anything,
    shipping_option_code: nullable(text()),
    calculate_quotes: one(true, false),
  },
);

/** A refusal as they word it. @param pointer to the field */
export function problem(status: number, code: string, detail: string, pointer?: string): Refusal {
  const error = { status: String(status), code, detail, ...(pointer && { source: { pointer } }) };
  return new Refusal({ status, body: { errors: [error] } });
}

const CODES = { required: 'required', unknown: 'unknown_field', type: 'invalid', value: 'invalid' } as const;

/** @throws Refusal where a body is not as documented: with the first flaw */
export function judge(shape: Shape, body: unknown): void {
  const [flaw] = shape(body);
  if (!flaw) return;
  const detail = flaw.kind === 'required' ? 'This field is required.' : 'Invalid value.';
  throw problem(400, CODES[flaw.kind], detail, `/${flaw.path.join('/')}`);
}

/** @throws Refusal where a state, or a declaration for customs is missing: https://sendcloud.dev/docs/shipments/international-shipping */
export function judgeCrossing({ from_address, to_address, parcels, customs_information }: Announcement): void {
  const [from, to] = [from_address.country_code!, to_address.country_code!];
  const missing = (pointer: string) => problem(400, 'required', 'This field is required.', pointer);
  if (WITH_STATES.includes(to) && !to_address.state_province_code) throw missing('/to_address/state_province_code');
  if (!needsCustoms(from, to)) return;
  if (!customs_information) throw missing('/customs_information');
  if (!customs_information.export_reason) throw missing('/customs_information/export_reason');
  const [items] = parcels.map(({ parcel_items = [] }) => parcel_items);
  if (!items?.length) throw missing('/parcels/0/parcel_items');
  const flawed = items.findIndex(({ origin_country, quantity }) => !origin_country || !quantity);
  if (flawed >= 0) throw missing(`/parcels/0/parcel_items/${flawed}/origin_country`);
}
