import { Refusal } from './call.js';
import { anything, list, nullable, number, object, one, type Shape, text, truth } from './shape.js';

/** Fields that are not named here are let through, as EasyPost ignores them. Weights are ounces, sides are inches. */
const positive = number(Number.MIN_VALUE);
const country = text({ like: /^[A-Z]{2}$/ });
const any = nullable(text({ min: 0 }));

/** https://docs.easypost.com/docs/addresses */
const address = object(
  { street1: text(), city: text(), zip: any, country },
  { name: any, company: any, street2: any, state: any, phone: any, email: any },
  true,
);

/** https://docs.easypost.com/docs/customs-items */
const item = object(
  { description: text(), quantity: positive, value: positive, weight: positive, origin_country: country },
  { hs_tariff_number: any, code: any, currency: nullable(text({ like: /^[A-Z]{3}$/ })) },
  true,
);

/** https://docs.easypost.com/docs/customs-infos */
const customs = object(
  { customs_items: list(item, 1) },
  {
    contents_type: one('documents', 'gift', 'merchandise', 'returned_goods', 'sample', 'other'),
    contents_explanation: nullable(text({ min: 0, max: 255 })),
    customs_certify: nullable(truth),
    customs_signer: any,
    eel_pfc: any,
    non_delivery_option: one('abandon', 'return'),
    restriction_type: one('none', 'other', 'quarantine', 'sanitary_phytosanitary_inspection'),
  },
  true,
);

/** https://docs.easypost.com/docs/shipments#create-a-shipment */
export const SHIPMENT: Shape = object({
  shipment: object(
    {
      to_address: address,
      from_address: address,
      parcel: object(
        { weight: positive },
        { length: nullable(positive), width: nullable(positive), height: nullable(positive) },
        true,
      ),
    },
    {
      reference: any,
      customs_info: nullable(customs),
      options: nullable(object({}, { label_format: one('PNG', 'PDF', 'ZPL', 'EPL2') }, true)),
      carrier_accounts: nullable(list(anything)),
    },
    true,
  ),
});

/** https://docs.easypost.com/docs/shipments#buy-a-shipment */
export const PURCHASE: Shape = object({ rate: object({ id: text() }, {}, true) }, { insurance: any }, true);

/** A refusal as they word it: https://docs.easypost.com/guides/errors-guide */
export function problem(status: number, code: string, message: string, errors: object[] = []): Refusal {
  return new Refusal({ status, body: { error: { code, message, errors } } });
}

/** @throws Refusal where a body is not as documented */
export function judge(shape: Shape, body: unknown): void {
  const flaws = shape(body ?? {});
  if (flaws.length === 0) return;
  const errors = flaws.map(({ path, kind }) => ({
    field: path.join('.'),
    message: kind === 'required' ? 'cannot be blank' : 'is invalid',
  }));
  if (flaws.some(({ kind }) => kind === 'required'))
    throw problem(422, 'PARAMETER.REQUIRED', 'Missing required parameter.', errors);
  throw problem(422, 'SHIPMENT.INVALID_PARAMS', 'Unable to create shipment, one or more parameters were invalid.', errors);
}
