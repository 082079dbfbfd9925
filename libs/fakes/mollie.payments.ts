import { randomBytes } from 'node:crypto';
import { Refusal } from './call.js';
import { anything, nullable, object, one, type Shape, text } from './shape.js';

export interface Amount {
  currency: string;
  value: string;
}

export type PaymentStatus = 'open' | 'pending' | 'paid' | 'canceled' | 'expired' | 'failed';
export type RefundStatus = 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';

/** A payment as they have it. */
export interface Payment {
  id: string;
  status: PaymentStatus;
  amount: Amount;
  description: string;
  redirectUrl: string;
  cancelUrl: string | null;
  webhookUrl: string | null;
  metadata: unknown;
  isCancelable: boolean;
  createdAt: string;
  expiresAt: string;
  paidAt?: string;
}

export interface Refund {
  id: string;
  paymentId: string;
  amount: Amount;
  description: string;
  metadata: unknown;
  status: RefundStatus;
  createdAt: string;
}

const LOCALES =
  'en_US en_GB nl_NL nl_BE de_DE de_AT de_CH fr_FR fr_BE es_ES ca_ES pt_PT it_IT nb_NO sv_SE fi_FI da_DK is_IS hu_HU pl_PL lv_LV lt_LT';
/** As many decimals as the currency has, and no others: https://docs.mollie.com/reference/common-data-types */
const amount: Shape = (value, path = []) => {
  const flaws = object({ currency: text({ like: /^[A-Z]{3}$/ }), value: text({ like: /^\d+(\.\d+)?$/ }) })(value, path);
  if (flaws.length > 0) return flaws;
  const { currency, value: digits } = value as Amount;
  return digits === decimal(currency, smallest({ currency, value: digits })) ? [] : [{ path: [...path, 'value'], kind: 'value' }];
};
const address = text({ max: 2_000, like: /^https?:\/\/\S+$/ });

/** https://docs.mollie.com/reference/create-payment: what is not named is ignored */
export const PAYMENT: Shape = object(
  { amount, description: text(), redirectUrl: address },
  {
    cancelUrl: nullable(address),
    webhookUrl: nullable(address),
    locale: nullable(one(...LOCALES.split(' '))),
    metadata: (value, path = []) => (JSON.stringify(value).length > 1_024 ? [{ path, kind: 'value' }] : []),
    method: anything,
  },
  true,
);

/** https://docs.mollie.com/reference/create-refund */
export const REFUND: Shape = object({ amount, description: text({ max: 255 }) }, { metadata: anything }, true);

/** A refusal as they word it: https://docs.mollie.com/reference/handling-errors */
export function problem(status: number, title: string, detail: string, field?: string): Refusal {
  const documentation = { href: 'https://docs.mollie.com/overview/handling-errors', type: 'text/html' };
  const body = { status, title, detail, ...(field && { field }), _links: { documentation } };
  return new Refusal({ status, headers: { 'Content-Type': 'application/hal+json' }, body });
}

/** @throws Refusal where a body is not as documented */
export function judge(shape: Shape, body: unknown): void {
  const [flaw] = shape(body ?? {});
  if (!flaw) return;
  const field = flaw.path.join('.');
  throw problem(
    422,
    'Unprocessable Entity',
    `The ${field || 'body'} is ${flaw.kind === 'required' ? 'missing' : 'invalid'}`,
    field,
  );
}

const digitsOf = (currency: string) => (currency === 'JPY' || currency === 'ISK' ? 0 : 2);
/** In the smallest unit of its currency. */
export const smallest = ({ currency, value }: Amount) => Math.round(Number(value) * 10 ** digitsOf(currency));
export const decimal = (currency: string, units: number) => (units / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;

/** A payment as it is answered. @param refunded in the smallest unit */
export function shown({ isCancelable, ...payment }: Payment, origin: string, refunded: number) {
  const { currency } = payment.amount;
  const self = `${origin}/v2/payments/${payment.id}`;
  const paid = payment.status === 'paid';
  const link = (href: string, type: string) => ({ href, type });
  return {
    resource: 'payment',
    mode: 'test',
    ...payment,
    isCancelable: payment.status === 'open' && isCancelable,
    ...(paid && {
      amountRefunded: { currency, value: decimal(currency, refunded) },
      amountRemaining: { currency, value: decimal(currency, smallest(payment.amount) - refunded) },
    }),
    _links: {
      self: link(self, 'application/hal+json'),
      ...(payment.status === 'open' && { checkout: link(`${origin}/checkout/${payment.id}`, 'text/html') }),
      ...(refunded > 0 && { refunds: link(`${self}/refunds`, 'application/hal+json') }),
    },
  };
}
