import { Refusal } from './call.js';
import { list, object, one, type Shape, text } from './shape.js';

/** Parameters that are not named here are refused, as Stripe refuses one that it does not know. All are texts of a form. */
const whole = text({ like: /^\d{1,12}$/ });
const truth = one('true', 'false');
const address = text({ max: 5_000, like: /^https?:\/\/[^\s]+$/ });
const metadata: Shape = (value, path = []) => {
  if (typeof value !== 'object' || value === null) return [{ path, kind: 'type' }];
  const entries = Object.entries(value);
  if (entries.length > 50 || entries.some(([name]) => name.length > 40)) return [{ path, kind: 'value' }];
  return entries.flatMap(([name, one]) => text({ min: 0, max: 500 })(one, [...path, name]));
};
const LOCALES = [
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv',
  'ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW',
].join(' ');

const lineItem = object(
  {
    quantity: whole,
    price_data: object(
      {
        currency: text({ like: /^[A-Za-z]{3}$/ }),
        product_data: object({ name: text() }, { description: text(), images: list(address), metadata }),
      },
      { unit_amount: whole, unit_amount_decimal: text(), tax_behavior: text() },
    ),
  },
  {},
);

/** https://docs.stripe.com/api/checkout/sessions/create */
export const SESSION: Shape = object(
  { mode: one('payment'), line_items: list(lineItem, 1, 100), success_url: address },
  {
    cancel_url: address,
    client_reference_id: text({ max: 200 }),
    customer_email: text({ max: 800, like: /^[^@\s]+@[^@\s]+$/ }),
    expires_at: whole,
    locale: one(...LOCALES.split(' ')),
    metadata,
    payment_intent_data: object(
      {},
      { description: text({ max: 1_000 }), metadata, receipt_email: text(), capture_method: text() },
    ),
    payment_method_types: list(text()),
    submit_type: one('auto', 'book', 'donate', 'pay', 'subscribe'),
    allow_promotion_codes: truth,
    expand: list(text()),
  },
);

/** https://docs.stripe.com/api/refunds/create */
export const REFUND: Shape = object(
  {},
  {
    payment_intent: text(),
    charge: text(),
    amount: whole,
    reason: one('duplicate', 'fraudulent', 'requested_by_customer'),
    metadata,
    expand: list(text()),
  },
);

/** A refusal as they word it: https://docs.stripe.com/api/errors */
export function problem(status: number, message: string, more: { code?: string; param?: string; type?: string } = {}): Refusal {
  return new Refusal({ status, body: { error: { type: 'invalid_request_error', message, ...more } } });
}

const CODES = {
  required: 'parameter_missing',
  unknown: 'parameter_unknown',
  type: 'parameter_invalid',
  value: 'parameter_invalid',
};

/** @throws Refusal where a form is not as documented */
export function judge(shape: Shape, body: unknown): void {
  const [flaw] = shape(body ?? {});
  if (!flaw) return;
  const [first, ...rest] = flaw.path;
  const param = `${first}${rest.map((name) => `[${name}]`).join('')}`;
  throw problem(400, `${flaw.kind === 'required' ? 'Missing required' : 'Invalid'} parameter: ${param}.`, {
    code: CODES[flaw.kind],
    param,
  });
}

/** Currencies with the whole one as the smallest unit: https://docs.stripe.com/currencies#zero-decimal */
export const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
/** Currencies with three decimals, of which the last is 0. */
const THREE = 'bhd jod kwd omr tnd'.split(' ');

/** @throws Refusal where an amount cannot be paid */
export function judgeAmount(amount: number, currency: string): void {
  if (THREE.includes(currency) && amount % 10 !== 0)
    throw problem(400, 'The last digit must be 0.', { code: 'parameter_invalid' });
  if (amount < 50) throw problem(400, "The Checkout Session's total amount is too small.", { code: 'amount_too_small' });
  if (amount > 99_999_999) throw problem(400, 'The amount is too large.', { code: 'amount_too_large' });
}
