import type { Answer, Seen } from './call.js';
import { MollieAccount } from './mollie.account.js';
import { judge, newId, PAYMENT, type Payment, problem, REFUND, type Refund, shown, smallest } from './mollie.payments.js';
import { endedPage, payPage } from './pay-page.js';

/** Mollie, API v2. Each operation has the address of its page. */
export class FakeMollie extends MollieAccount {
  /** Whether a payment that is open can be ended: it depends on its method, and mostly it cannot. */
  cancelable = true;

  constructor(readonly apiKey = 'test_000000000000000000000000000000') {
    super();
    const on = (method: 'GET' | 'POST' | 'DELETE', path: string, handle: (seen: Seen) => object, status = 200) =>
      this.api(method, `/v2${path}`, (seen) => {
        return { status, headers: { 'Content-Type': 'application/hal+json' }, body: handle(this.authorized(seen)) };
      });
    // https://docs.mollie.com/reference/create-payment
    on('POST', '/payments', ({ body }) => this.create(body), 201);
    // https://docs.mollie.com/reference/list-payments
    on('GET', '/payments', ({ query }) => this.list(query));
    // https://docs.mollie.com/reference/get-payment
    on('GET', '/payments/:id', ({ params }) => this.show(this.payment(params.id)));
    // https://docs.mollie.com/reference/cancel-payment
    on('DELETE', '/payments/:id', ({ params }) => this.cancel(this.payment(params.id)));
    // https://docs.mollie.com/reference/create-refund
    on('POST', '/payments/:id/refunds', ({ params, body }) => this.refund(this.payment(params.id), body), 201);
    // https://docs.mollie.com/reference/list-refunds
    on('GET', '/payments/:id/refunds', ({ params }) => listed('refunds', this.refundsOf(this.payment(params.id).id)));
    // https://docs.mollie.com/reference/list-methods
    on('GET', '/methods', () => listed('methods', [{ resource: 'method', id: 'creditcard', status: 'activated' }]));
    this.page('GET', '/checkout/:id', ({ params }) => this.shownTo(this.payment(params.id)));
    this.page('POST', '/checkout/:id', ({ params }) => this.payBy(this.payment(params.id)));
  }

  private create(body: unknown): object {
    judge(PAYMENT, body);
    const { amount, description, redirectUrl, cancelUrl = null, webhookUrl = null, metadata = null } = body as Payment;
    if (smallest(amount) < 1) throw problem(422, 'Unprocessable Entity', 'The amount is lower than the minimum', 'amount');
    const payment: Payment = {
      id: newId('tr'),
      status: 'open',
      amount,
      description: description.slice(0, 255),
      redirectUrl,
      cancelUrl,
      webhookUrl,
      metadata,
      isCancelable: this.cancelable,
      createdAt: this.now().toISOString(),
      expiresAt: new Date(this.now().getTime() + 900_000).toISOString(),
    };
    this.ledger.payments.push(payment);
    return this.show(payment);
  }

  private list({ limit = '50', from }: Record<string, string>): object {
    const latest = this.ledger.payments.toReversed();
    const first = from ? latest.findIndex(({ id }) => id === from) : 0;
    return listed(
      'payments',
      latest.slice(first, first + Number(limit)).map((payment) => this.show(payment)),
    );
  }

  private cancel(payment: Payment): object {
    if (payment.status !== 'open' || !payment.isCancelable) {
      throw problem(422, 'Unprocessable Entity', 'The payment cannot be canceled');
    }
    this.change(payment, 'canceled');
    return this.show(payment);
  }

  private refund(payment: Payment, body: unknown): object {
    judge(REFUND, body);
    const { amount, description = payment.description, metadata = null } = body as Refund;
    const left = smallest(payment.amount) - this.refunded(payment.id);
    if (payment.status !== 'paid') throw problem(422, 'Unprocessable Entity', 'The payment cannot be refunded');
    if (amount.currency !== payment.amount.currency || smallest(amount) < 1 || smallest(amount) > left) {
      throw problem(422, 'Unprocessable Entity', 'The amount is higher than the maximum', 'amount');
    }
    const createdAt = this.now().toISOString();
    const refund: Refund = {
      id: newId('re'),
      paymentId: payment.id,
      amount,
      description,
      metadata,
      status: 'pending',
      createdAt,
    };
    this.ledger.refunds.push(refund);
    return { resource: 'refund', ...refund };
  }

  private show(payment: Payment): object {
    return shown(payment, this.url, this.refunded(payment.id));
  }

  private shownTo({ id, status, description, amount, cancelUrl, redirectUrl }: Payment): Answer {
    if (status !== 'open') return endedPage();
    const { currency, value } = amount;
    return payPage({
      what: description,
      amount: value,
      currency,
      action: `/checkout/${id}`,
      cancelUrl: cancelUrl ?? redirectUrl,
    });
  }

  private payBy(payment: Payment): Answer {
    if (payment.status !== 'open') return endedPage();
    this.pay(payment);
    return { status: 303, headers: { Location: payment.redirectUrl } };
  }

  private authorized(seen: Seen): Seen {
    if (seen.headers.authorization === `Bearer ${this.apiKey}`) return seen;
    throw problem(401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate');
  }
}

const listed = (name: string, all: object[]) => ({ count: all.length, _embedded: { [name]: all }, _links: { next: null } });
