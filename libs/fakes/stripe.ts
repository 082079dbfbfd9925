import { type Answer, basic, Refusal, type Seen } from './call.js';
import { Idempotency } from './idempotency.js';
import { endedPage, payPage } from './pay-page.js';
import { StripeAccount } from './stripe.account.js';
import { type Given, newId, opened, pageOf, type Refund, type Session, seconds } from './stripe.sessions.js';
import { judge, judgeAmount, problem, REFUND, SESSION, WHOLE } from './stripe.shapes.js';

/** Stripe: Checkout, with refunds. Each operation has the address of its page. */
export class FakeStripe extends StripeAccount {
  /** How a refund begins; one that is pending is ended by `settle`. */
  refunding: 'succeeded' | 'pending' = 'succeeded';
  /** Answers of failures too, as theirs: the same key has the same 500 again. https://docs.stripe.com/api/idempotent_requests */
  private readonly idempotency = new Idempotency((status) => status < 400 || status === 402 || status >= 500);

  constructor(secretKey = 'sk_test_key', webhookSecret = 'whsec_secret') {
    super(secretKey, webhookSecret);
    const on = (method: 'GET' | 'POST', path: string, handle: (seen: Seen) => object) =>
      this.api(method, `/v1${path}`, (seen) => ({ body: handle(this.authorized(seen)) }));
    // https://docs.stripe.com/api/checkout/sessions/create
    on('POST', '/checkout/sessions', ({ body }) => this.open(body));
    // https://docs.stripe.com/api/checkout/sessions/list: by no reference of the caller's
    on('GET', '/checkout/sessions', ({ query, path }) => pageOf(this.found(query), path, query));
    // https://docs.stripe.com/api/checkout/sessions/retrieve
    on('GET', '/checkout/sessions/:id', ({ params }) => this.session(params.id));
    // https://docs.stripe.com/api/checkout/sessions/expire
    on('POST', '/checkout/sessions/:id/expire', ({ params }) => this.end(this.session(params.id)));
    // https://docs.stripe.com/api/payment_intents/retrieve
    on('GET', '/payment_intents/:id', ({ params }) => this.payment(params.id));
    // https://docs.stripe.com/api/refunds/create
    on('POST', '/refunds', ({ body }) => this.refund(body as Record<string, string>));
    // https://docs.stripe.com/api/refunds/list
    on('GET', '/refunds', ({ query, path }) => pageOf(this.refundsOf(query.payment_intent), path, query));
    // https://docs.stripe.com/api/balance/balance_retrieve
    on('GET', '/balance', () => ({ object: 'balance', livemode: false, available: [], pending: [] }));
    this.page('GET', '/c/pay/:id', ({ params }) => this.shownTo(this.session(params.id)));
    this.page('POST', '/c/pay/:id', ({ params }) => this.payBy(this.session(params.id)));
  }

  protected override recalled(seen: Seen): Answer | undefined {
    const kept = seen.route.startsWith('POST') ? this.idempotency.of(seen) : undefined;
    if (!kept || kept.same) return kept && { ...kept.answer, headers: { 'Idempotent-Replayed': 'true' } };
    return problem(400, 'Keys for idempotent requests can only be used with the same parameters.', { type: 'idempotency_error' })
      .answer;
  }

  protected override keep(seen: Seen, answer: Answer): void {
    if (seen.route.startsWith('POST')) this.idempotency.keep(seen, answer);
  }

  private open(body: unknown): Session {
    judge(SESSION, body);
    const given = body as Given;
    const session = opened(given, this.url, this.now());
    if (given.line_items.some(({ price_data }) => price_data.unit_amount === undefined)) {
      throw problem(400, 'Missing required parameter: unit_amount.', { code: 'parameter_missing' });
    }
    judgeAmount(session.amount_total, session.currency);
    const ahead = session.expires_at - session.created;
    if (ahead < 1_800 || ahead > 86_400)
      throw problem(400, 'expires_at must be 30 minutes to 24 hours ahead.', { param: 'expires_at' });
    this.ledger.sessions.push(session);
    return session;
  }

  private end(session: Session): Session {
    if (session.status !== 'open')
      throw problem(400, `Only open Checkout Sessions can be expired. This one is ${session.status}.`);
    this.expire(session);
    return session;
  }

  private found({ payment_intent, status, created }: Record<string, unknown>): Session[] {
    const since = Number((created as { gte?: string } | undefined)?.gte ?? 0);
    return this.ledger.sessions.filter(
      (one) =>
        (payment_intent ?? one.payment_intent) === one.payment_intent &&
        (status ?? one.status) === one.status &&
        one.created >= since,
    );
  }

  private refund(given: Record<string, string>): Refund {
    judge(REFUND, given);
    if (!given.payment_intent && !given.charge) throw problem(400, 'One of charge, payment_intent is required.');
    const payment = given.charge ? this.ledger.payments.find(({ latest_charge }) => latest_charge === given.charge) : undefined;
    const {
      id: payment_intent,
      latest_charge: charge,
      currency,
      amount_received,
    } = payment ?? this.payment(given.payment_intent);
    const left = this.refundsOf(payment_intent).reduce(
      (rest, one) => rest - (one.status === 'failed' ? 0 : one.amount),
      amount_received,
    );
    const amount = Number(given.amount ?? left);
    if (left === 0) throw problem(400, 'The charge has already been refunded.', { code: 'charge_already_refunded' });
    if (amount < 1 || amount > left)
      throw problem(400, `Refund amount is greater than what is left (${left}).`, { param: 'amount' });
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge,
      created: seconds(this.now()),
      currency,
      metadata: (given.metadata as unknown as Record<string, string>) ?? {},
      payment_intent,
      reason: given.reason ?? null,
      status: this.refunding,
    };
    this.ledger.refunds.push(refund);
    this.tell('refund.created', refund);
    return refund;
  }

  private refundsOf(payment: unknown): Refund[] {
    return this.ledger.refunds.filter(({ payment_intent }) => (payment ?? payment_intent) === payment_intent);
  }

  private shownTo(session: Session): Answer {
    if (session.status !== 'open') return endedPage();
    const { amount_total, currency, id, cancel_url, success_url } = session;
    const amount = WHOLE.includes(currency) ? String(amount_total) : (amount_total / 100).toFixed(2);
    const what = { amount, currency: currency.toUpperCase(), action: `/c/pay/${id}`, cancelUrl: cancel_url ?? success_url };
    return payPage({ what: session.client_reference_id ?? 'Payment', ...what });
  }

  private payBy(session: Session): Answer {
    if (session.status !== 'open') return endedPage();
    this.pay(session);
    return { status: 303, headers: { Location: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) } };
  }

  private session(id: string | undefined): Session {
    const session = this.ledger.sessions.find((one) => one.id === id);
    if (!session) throw new Refusal(this.trouble(404));
    return session;
  }

  /** Forms alone: JSON is not read. */
  private authorized(seen: Seen): Seen {
    const given = seen.headers.authorization;
    if (given !== `Bearer ${this.secretKey}` && given !== basic(this.secretKey)) throw problem(401, 'Invalid API Key provided.');
    if (seen.headers['content-type']?.includes('json')) throw problem(400, 'Invalid request: the body is no form.');
    return seen;
  }
}
