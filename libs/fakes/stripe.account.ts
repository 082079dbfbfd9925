import { createHmac } from 'node:crypto';
import { type Answer, Refusal } from './call.js';
import { FakeProvider } from './fake-provider.js';
import { newId, type PaymentIntent, type Refund, type Session, seconds } from './stripe.sessions.js';
import { problem } from './stripe.shapes.js';

/** Stripe, as far as it acts without a call of the service, and how the service is told: https://docs.stripe.com/api/events/types */
export abstract class StripeAccount extends FakeProvider {
  readonly ledger = { sessions: [] as Session[], payments: [] as PaymentIntent[], refunds: [] as Refund[] };

  constructor(
    readonly secretKey: string,
    readonly webhookSecret: string,
  ) {
    super();
  }

  /**
   * Somebody pays.
   * @param changed what another amount or currency arrives
   * @param later as by a bank: the session is complete and unpaid, until `settlePayment`
   */
  pay(session: Session, changed: { amount?: number; currency?: string } = {}, later = false): PaymentIntent {
    const { amount = session.amount_total, currency = session.currency } = changed;
    const payment: PaymentIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_received: later ? 0 : amount,
      created: seconds(this.now()),
      currency,
      description: null,
      latest_charge: newId('ch'),
      livemode: false,
      metadata: {},
      status: later ? 'processing' : 'succeeded',
    };
    this.ledger.payments.push(payment);
    const { id: payment_intent } = payment;
    Object.assign(session, { amount_total: amount, currency, payment_intent, status: 'complete', url: null });
    session.payment_status = later ? 'unpaid' : 'paid';
    this.tell('checkout.session.completed', session);
    return payment;
  }

  /** A payment that was to come later comes, or fails. */
  settlePayment(session: Session, how: 'succeeded' | 'failed'): void {
    const payment = this.payment(session.payment_intent ?? '');
    if (how === 'succeeded') Object.assign(payment, { status: 'succeeded', amount_received: payment.amount });
    else payment.status = 'requires_payment_method';
    session.payment_status = how === 'succeeded' ? 'paid' : 'unpaid';
    this.tell(`checkout.session.async_payment_${how}`, session);
  }

  /** A refund that is pending ends; one that fails gives the money back to the hotel. */
  settleRefund(refund: Refund, how: 'succeeded' | 'failed'): void {
    refund.status = how;
    if (how === 'failed') refund.failure_reason = 'expired_or_canceled_card';
    this.tell(how === 'failed' ? 'refund.failed' : 'refund.updated', refund);
  }

  /** Nobody has paid in time. */
  expire(session: Session): void {
    Object.assign(session, { status: 'expired', url: null });
    this.tell('checkout.session.expired', session);
  }

  /** https://docs.stripe.com/webhooks/signature: v0 is one of theirs that means nothing */
  protected signature(body: string, at: Date): Record<string, string> {
    const sign = (text: string) => createHmac('sha256', this.webhookSecret).update(text).digest('hex');
    const t = seconds(at);
    return { 'Stripe-Signature': `t=${t},v1=${sign(`${t}.${body}`)},v0=${sign(body)}` };
  }

  protected trouble(status: number): Answer {
    if (status === 404) return problem(404, 'No such object.', { code: 'resource_missing', param: 'id' }).answer;
    if (status === 429) return problem(429, 'Request rate limit exceeded.', { code: 'rate_limit' }).answer;
    return problem(status, 'An unknown error occurred.', { type: 'api_error' }).answer;
  }

  /** The object is a copy: it is sent as it was when it happened. */
  protected tell(type: string, object: object): void {
    const [id, created] = [newId('evt'), seconds(this.now())];
    const event = { id, object: 'event', api_version: '2025-09-30.clover', created, data: { object }, livemode: false, type };
    this.outbox.add(JSON.stringify(event));
  }

  protected payment(id: string | undefined): PaymentIntent {
    const payment = this.ledger.payments.find((one) => one.id === id);
    if (!payment) throw new Refusal(this.trouble(404));
    return payment;
  }
}
