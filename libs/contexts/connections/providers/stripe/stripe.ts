import { hash } from 'node:crypto';
import type { Answer } from '../../calls/answer.js';
import type { ProviderCall } from '../../calls/provider-call.js';
import { ProviderFailed, ProviderRefused } from '../../calls/provider-failed.js';
import { jsonOf, type ProviderLine, readEvent } from '../../calls/provider-line.js';
import type { RawEvent } from '../../kinds/connected.js';
import type {
  PaymentNews,
  PaymentOrder,
  PaymentPage,
  PaymentProvider,
  ProviderPayment,
  RefundOrder,
} from '../../kinds/payment-provider.js';
import { askedFirst, orNull } from '../asked-first.js';
import type { Provider } from '../provider.js';
import { hasFailed, referenceOf } from '../refunds.js';
import { Key } from '../settings-fields.js';
import { moneyAt, unitsAt } from '../units.js';
import { assertSigned } from './signature.js';

/** Keys of an account of Stripe. */
export class StripeSettings {
  @Key({ required: true, description: 'Secret key, or a restricted one' }) secretKey!: string;
  @Key({ required: true, description: 'Signing secret of the webhook endpoint' }) webhookSecret!: string;
}

/** The languages of its page among ours; in others it chooses itself. */
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'zh'];

/** The events that say what became of a page; the last two say that no money comes. https://docs.stripe.com/api/events/types */
const ENDINGS = ['checkout.session.async_payment_failed', 'checkout.session.expired'];
const EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded', ...ENDINGS];
/** The events about a refund, which may fail days after it succeeded. https://docs.stripe.com/refunds#failed-refunds */
const REFUNDS = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

/** Stripe: Checkout, with refunds (https://docs.stripe.com/api). */
export class Stripe implements PaymentProvider {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    const balance = await this.ask({ path: '/v1/balance' });
    balance.at('available').list();
  }

  async open({ reference, money, description, returnUrl, cancelUrl, language }: PaymentOrder): Promise<PaymentPage> {
    const chosen = language?.slice(0, 2) ?? '';
    const form = {
      mode: 'payment',
      client_reference_id: reference,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': money.currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(this.unitsOf(money)),
      'line_items[0][price_data][product_data][name]': description,
      success_url: returnUrl,
      cancel_url: cancelUrl,
      locale: LANGUAGES.includes(chosen) ? chosen : 'auto',
    };
    // A key is refused with another body, such as that of a guest who chose another language meanwhile.
    const key = `${reference}-${hash('sha256', JSON.stringify(form)).slice(0, 16)}`;
    const nothing = async () => null;
    const session = await askedFirst(nothing, (failures) => this.post('/v1/checkout/sessions', form, key, failures));
    return { id: session.at('id').identifier(), url: session.at('url').text() };
  }

  async find(id: string): Promise<ProviderPayment | null> {
    const session = await orNull(this.session(id));
    return session && paymentIn(session);
  }

  async end(id: string): Promise<ProviderPayment> {
    const path = `/v1/checkout/sessions/${encodeURIComponent(id)}/expire`;
    try {
      return paymentIn(await this.post(path, {}, `${id}-expire`));
    } catch (error) {
      // Only open ones can be ended: it has ended by itself, or somebody has just paid.
      if (!(error instanceof ProviderRefused)) throw error;
      return paymentIn(await this.session(id));
    }
  }

  async refund({ id, reference, money }: RefundOrder): Promise<void> {
    const paid = (await this.session(id)).at('payment_intent').text();
    const found = async () => {
      const refunds = await this.ask({ path: `/v1/refunds?payment_intent=${encodeURIComponent(paid)}&limit=100` });
      return (
        refunds
          .at('data')
          .list()
          .find((refund) => referenceOf(refund) === reference) ?? null
      );
    };
    const form = { payment_intent: paid, amount: String(this.unitsOf(money)), 'metadata[reference]': reference };
    const refund = await askedFirst(found, (failures) => this.post('/v1/refunds', form, reference, failures));
    if (hasFailed(refund)) throw new ProviderRefused(this.line.name, 200, 'The refund has failed.');
  }

  async event({ body, headers, at }: RawEvent): Promise<PaymentNews> {
    assertSigned({ body, signature: headers['stripe-signature'], at }, String(this.line.connection.settings.webhookSecret));
    return readEvent(this.line.name, body, newsOf);
  }

  private session(id: string): Promise<Answer> {
    return this.ask({ path: `/v1/checkout/sessions/${encodeURIComponent(id)}` });
  }

  private ask(call: ProviderCall): Promise<Answer> {
    return jsonOf(this.line, { ...call, headers: this.headers, isHarmless: true });
  }

  /** @param failures a key repeats its 500 for a day: behind one another is taken */
  private post(path: string, form: Record<string, string>, key: string, failures = 0): Promise<Answer> {
    const headers = { ...this.headers, 'idempotency-key': failures === 0 ? key : `${key}-${failures}` };
    return jsonOf(this.line, { method: 'POST', path, headers, form });
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.line.connection.settings.secretKey}` };
  }

  private unitsOf(money: PaymentOrder['money']): number {
    const units = unitsAt('stripe', money);
    if (units === null) throw new ProviderFailed(`Stripe takes no such amount of ${money.currency}`, { isSettled: true });
    return units;
  }
}

/** The news of an event. */
function newsOf(event: Answer): PaymentNews {
  const type = event.at('type').text();
  const object = () => event.at('data').at('object');
  if (REFUNDS.includes(type)) {
    const reference = hasFailed(object()) ? referenceOf(object()) : null;
    return { payment: null, failedRefunds: reference === null ? [] : [reference] };
  }
  if (!EVENTS.includes(type)) return { payment: null, failedRefunds: [] };
  const payment = paymentIn(object());
  const isOver = ENDINGS.includes(type) && payment.paid === null;
  return { payment: isOver ? { ...payment, state: 'ended', url: null } : payment, failedRefunds: [] };
}

/** A session as a payment. A complete one that is not paid waits for a bank. */
function paymentIn(session: Answer): ProviderPayment {
  const isPaid = session.at('payment_status').text() === 'paid';
  const units = session.at('amount_total').optional((total) => total.integer()) ?? 0;
  return {
    id: session.at('id').identifier(),
    reference: session.at('client_reference_id').optional((reference) => reference.text()),
    state: isPaid ? 'paid' : session.at('status').text() === 'expired' ? 'ended' : 'open',
    url: session.at('url').optional((url) => url.text()),
    paid: isPaid ? moneyAt('stripe', units, session.at('currency').currency()) : null,
  };
}

export const stripe: Provider<Stripe> = {
  kind: 'payment',
  name: 'Stripe',
  settings: StripeSettings,
  secrets: ['secretKey', 'webhookSecret'],
  takesEvents: true,
  address: () => 'https://api.stripe.com',
  open: (line) => new Stripe(line),
};
