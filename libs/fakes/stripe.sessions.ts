import { randomBytes } from 'node:crypto';

/** The parameters of a session, as far as they are shown again. */
export interface Given {
  line_items: { quantity: string; price_data: { currency: string; unit_amount: string; product_data: { name: string } } }[];
  success_url: string;
  cancel_url?: string;
  client_reference_id?: string;
  customer_email?: string;
  expires_at?: string;
  metadata?: Record<string, string>;
  payment_intent_data?: { metadata?: Record<string, string>; description?: string };
}

/** A Checkout Session: https://docs.stripe.com/api/checkout/sessions/object */
export interface Session {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  /** In small letters, whatever was given. */
  currency: string;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Record<string, string>;
  mode: 'payment';
  /** Null until somebody pays. */
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  /** Null once it is not open any more. */
  url: string | null;
}

/** https://docs.stripe.com/api/payment_intents/object */
export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  created: number;
  currency: string;
  description: string | null;
  latest_charge: string;
  livemode: false;
  metadata: Record<string, string>;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
}

/** https://docs.stripe.com/api/refunds/object */
export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'pending' | 'failed';
  failure_reason?: string;
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
export const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** @param origin of its page */
export function opened(given: Given, origin: string, at: Date): Session {
  const amount = given.line_items.reduce((sum, item) => sum + Number(item.quantity) * Number(item.price_data.unit_amount), 0);
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: seconds(at),
    currency: given.line_items[0]!.price_data.currency.toLowerCase(),
    customer_email: given.customer_email ?? null,
    expires_at: Number(given.expires_at ?? seconds(at) + 86_400),
    livemode: false,
    metadata: given.metadata ?? {},
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: given.success_url,
    url: `${origin}/c/pay/${id}`,
  };
}

/** A page of a list, the latest first: https://docs.stripe.com/api/pagination */
export function pageOf<One extends { id: string }>(all: One[], url: string, query: Record<string, string>) {
  const latest = all.toReversed();
  const from = query.starting_after ? latest.findIndex(({ id }) => id === query.starting_after) + 1 : 0;
  const size = Number(query.limit ?? 10);
  return { object: 'list', url, has_more: from + size < latest.length, data: latest.slice(from, from + size) };
}
