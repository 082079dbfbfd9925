import { type Answer, Refusal, type Seen } from './call.js';
import { FakeProvider } from './fake-provider.js';
import { Idempotency } from './idempotency.js';
import {
  type Amount,
  type Payment,
  type PaymentStatus,
  problem,
  type Refund,
  type RefundStatus,
  smallest,
} from './mollie.payments.js';

/** Mollie, as far as it acts without a call of the service, and how the service is told. */
export abstract class MollieAccount extends FakeProvider {
  readonly ledger = { payments: [] as Payment[], refunds: [] as Refund[] };
  /** The second call with a key is the first: https://docs.mollie.com/reference/api-idempotency. Failures are not kept. */
  private readonly idempotency = new Idempotency((status) => status < 400);

  /** Somebody pays. @param amount where another arrives. A payment that has ended can be paid as well: money is on its way when it ends */
  pay(payment: Payment, amount: Amount = payment.amount): void {
    payment.amount = amount;
    payment.paidAt = this.now().toISOString();
    this.change(payment, 'paid');
  }

  /** It ends without money, or waits for it; the service is not told that it waits. */
  change(payment: Payment, status: PaymentStatus): void {
    payment.status = status;
    if (status !== 'open' && status !== 'pending') this.call(payment);
  }

  /** A refund goes on, or fails. The service is told the payment's ID, as of all that happens to it. */
  settleRefund(refund: Refund, status: RefundStatus): void {
    refund.status = status;
    this.call(this.payment(refund.paymentId));
  }

  /** https://docs.mollie.com/reference/webhooks: only an ID, in a form */
  call({ id, webhookUrl }: Payment): void {
    this.outbox.add(`id=${id}`, 'application/x-www-form-urlencoded', webhookUrl);
  }

  /** Classic webhooks have none. */
  protected signature(): Record<string, string> {
    return {};
  }

  protected trouble(status: number): Answer {
    if (status === 404) return problem(404, 'Not Found', 'No such resource exists').answer;
    if (status === 429) return problem(429, 'Too Many Requests', 'You have exceeded the rate limit').answer;
    return problem(status, 'Internal Server Error', 'An internal error occurred').answer;
  }

  protected override recalled(seen: Seen): Answer | undefined {
    return seen.route.startsWith('POST') ? this.idempotency.of(seen)?.answer : undefined;
  }

  protected override keep(seen: Seen, answer: Answer): void {
    if (seen.route.startsWith('POST')) this.idempotency.keep(seen, answer);
  }

  protected refundsOf(payment: string): Refund[] {
    return this.ledger.refunds.filter(({ paymentId }) => paymentId === payment);
  }

  protected refunded(payment: string): number {
    const kept = this.refundsOf(payment).filter(({ status }) => status !== 'failed' && status !== 'canceled');
    return kept.reduce((sum, { amount }) => sum + smallest(amount), 0);
  }

  protected payment(id: string | undefined): Payment {
    const payment = this.ledger.payments.find((one) => one.id === id);
    if (!payment) throw new Refusal(this.trouble(404));
    return payment;
  }
}
