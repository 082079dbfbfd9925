import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentsOfItems } from '#contexts/items';
import { type PaidShipping, startPaidShipping } from '../support/payments.js';

let hotel: PaidShipping;
beforeAll(async () => {
  hotel = await startPaidShipping();
});
afterAll(() => hotel?.stop());

const away = (location: string | null) => location?.split('?')[1];
const session = () => hotel.stripe.ledger.sessions.at(-1)!;
const payment = () => hotel.mollie.ledger.payments.at(-1)!;
const told = () => Promise.all([hotel.stripe.outbox.settled(), hotel.mollie.outbox.settled()]);

describe('a guest who orders, and pays at Stripe', () => {
  beforeAll(() => hotel.connect('stripe'));
  beforeEach(() => void Object.assign(hotel.stripe.outbox, { held: false }));

  it('is led to its page, and has paid once Stripe says so, not by coming back', async () => {
    hotel.stripe.outbox.held = true;
    const { answer, item, page } = await hotel.ordered();
    expect([answer.status, answer.location]).toEqual([303, session().url]);
    expect(await item()).toMatchObject({
      status: 'waiting-response',
      payment: {
        status: 'open',
        amount: 9.9,
        currency: 'EUR',
        provider: 'stripe',
        reference: session().id,
        problem: null,
        refunded: 0,
      },
    });
    expect(session()).toMatchObject({ amount_total: 990, currency: 'eur', customer_email: null });
    hotel.stripe.pay(session());
    const back = new URL(session().success_url);
    const shown = await hotel.visit(back.pathname + back.search);
    expect(shown.text).toContain('If you have paid, it is confirmed within a few minutes');
    expect((await item()).payment.status).toBe('open');
    expect((await hotel.visit(`${page}/pay`, {})).location).toContain('payment=waiting');
    await hotel.stripe.outbox.sendAll();
    expect(await item()).toMatchObject({ status: 'shipment-paid', payment: { status: 'paid' } });
    expect((await hotel.visit(back.pathname + back.search)).text).toContain('€9.90');
  });

  it('has paid once, however often Stripe says so, and whatever it says later', async () => {
    const { item, path } = await hotel.ordered();
    hotel.stripe.pay(session());
    await told();
    const event = hotel.stripe.outbox.events.at(-1)!;
    for (let times = 0; times < 3; times++) expect(await hotel.stripe.outbox.send(event)).toBe(204);
    await hotel.work();
    expect((await item()).payment).toMatchObject({ status: 'paid', refunded: 0 });
    const { body } = await hotel.service.call('GET', `${path}/history`);
    expect(JSON.stringify(body).match(/ItemPaymentChanged/g)).toHaveLength(3);
    expect(hotel.stripe.ledger.refunds.filter(({ payment_intent }) => payment_intent === session().payment_intent)).toEqual([]);
  });

  it('has paid also where the connection has been switched off meanwhile, and the money that nobody waits for is returned', async () => {
    const [one, another] = [await hotel.ordered(), await hotel.ordered()];
    const [first, second] = hotel.stripe.ledger.sessions.slice(-2);
    await hotel.connect('mollie');
    await hotel.service.call('PUT', `${another.path}/status`, { status: 'left-behind' });
    for (const asked of [first!, second!]) hotel.stripe.pay(asked);
    await told();
    await hotel.work();
    expect((await one.item()).payment.status).toBe('paid');
    const refunded = hotel.stripe.ledger.refunds.map(({ payment_intent }) => payment_intent);
    expect([refunded.includes(first!.payment_intent!), refunded.includes(second!.payment_intent!)]).toEqual([false, true]);
    await hotel.connect('stripe');
  });

  it('is led to the page that was made where the API ended before it kept that, and the item names it then', async () => {
    vi.spyOn(hotel.service.get(PaymentsOfItems), 'follow').mockRejectedValueOnce(new Error('ended'));
    const { answer, item, page } = await hotel.ordered();
    expect([answer.status, (await item()).payment]).toMatchObject([500, { status: 'open', reference: null }]);
    await hotel.work();
    const made = hotel.stripe.ledger.sessions.length;
    expect((await hotel.visit(`${page}/pay`, {})).location).toBe(session().url);
    expect([hotel.stripe.ledger.sessions.length, (await item()).payment.reference]).toEqual([made, session().id]);
  });

  it.each(['not', 'wrongly', 'an hour ago'] as const)('has not paid by an event that was signed %s', async (how) => {
    hotel.stripe.outbox.held = true;
    const { item } = await hotel.ordered();
    hotel.stripe.pay(session());
    expect(await hotel.stripe.outbox.send(hotel.stripe.outbox.events.at(-1)!, how)).toBe(401);
    expect((await item()).payment.status).toBe('open');
  });

  it.each([
    '{"type":',
    'null',
    '[]',
    '{}',
    '{"type":5}',
    `{"type":"checkout.session.completed","data":{"object":null}}`,
    JSON.stringify({
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_1', payment_status: 'paid', status: 'complete', amount_total: 990, currency: 'no money' } },
    }),
  ])('has not paid by an event that is none, signed as it is: %s', async (body) => {
    const headers = { 'content-type': 'application/json' };
    expect(await hotel.stripe.outbox.send({ url: hotel.stripe.outbox.url!, body, headers, status: null })).toBe(400);
    const [connection] = (await hotel.service.call('GET', '/connections')).body;
    expect([connection.status, connection.lastError]).toEqual([
      'failing',
      expect.stringMatching(/^An event was refused: Stripe /),
    ]);
  });

  it.each([{ amount: 989 }, { currency: 'usd' }])('has not paid with other money: %o', async (changed) => {
    const { item, page } = await hotel.ordered();
    hotel.stripe.pay(session(), changed);
    await told();
    expect(await item()).toMatchObject({ status: 'waiting-response', payment: { status: 'open', problem: 'amount' } });
    const { text } = await hotel.visit(page);
    expect(text).toContain('A different amount than expected has arrived');
    expect(text).not.toContain('Pay now');
  });

  it('waits for a bank, and asks anew when that says no', async () => {
    const { item, page } = await hotel.ordered();
    const first = session();
    hotel.stripe.pay(first, {}, true);
    await told();
    expect((await item()).payment.status).toBe('open');
    expect((await hotel.visit(`${page}/pay`, {})).location).toContain('payment=waiting');
    hotel.stripe.settlePayment(first, 'failed');
    await told();
    const again = await hotel.visit(`${page}/pay`, {});
    expect([again.location, session().id === first.id]).toEqual([session().url, false]);
    hotel.stripe.pay(session());
    await told();
    expect((await item()).payment).toMatchObject({ status: 'paid', reference: session().id });
  });

  it('is told where Stripe is away, and led to the one page when it is back', async () => {
    await hotel.stripe.stop();
    const { answer, item, page } = await hotel.ordered();
    expect([answer.status, away(answer.location)]).toEqual([303, 'payment=away']);
    expect((await hotel.visit(answer.location!)).text).toContain('The payment page can’t be reached right now');
    expect((await item()).payment.status).toBe('open');
    await hotel.stripe.start();
    expect((await hotel.visit(`${page}/pay`)).location).toMatch(/\/g\/[\w-]+$/);
    const [one, other] = await Promise.all([hotel.visit(`${page}/pay`, {}), hotel.visit(`${page}/pay`, {})]);
    expect([one.location, other.location]).toEqual([session().url, session().url]);
  });

  it.each(['500 before', '500 after', 'reset before', 'reset after', '429'] as const)(
    'is led there once after %s',
    async (fault) => {
      hotel.stripe.fail(fault, 'POST /v1/checkout/sessions');
      const { answer, item } = await hotel.ordered();
      expect(answer.location).toBe(session().url);
      expect((await item()).payment.reference).toBe(session().id);
    },
  );

  it('has paid where the event comes before the answer that the page is open', async () => {
    const { item, page } = await hotel.ordered();
    await hotel.service.sql('update payment_pages set provider_id = null where provider_id = $1', [session().id]);
    hotel.stripe.pay(session());
    await told();
    expect((await item()).payment).toMatchObject({ status: 'paid', reference: session().id });
    expect((await hotel.visit(`${page}/pay`, {})).location).toMatch(/\/g\/[\w-]+$/);
  });

  it('may be led to pages of banks by the browser: no other form of a page may', async () => {
    const { page } = await hotel.ordered();
    expect((await hotel.visit(page)).policy).toContain(`form-action 'self' https: ${hotel.stripe.url};`);
    expect((await hotel.visit(`/lost/${hotel.service.locationID}`)).policy).toContain("form-action 'self';");
  });
});

describe('a guest who pays at Mollie', () => {
  beforeAll(() => hotel.connect('mollie'));
  beforeEach(() => void Object.assign(hotel.mollie.outbox, { held: false }));

  it('is led to its page, and has paid once it is read there', async () => {
    hotel.mollie.outbox.held = true;
    const { answer, item } = await hotel.ordered();
    expect(answer.location).toBe(`${hotel.mollie.url}/checkout/${payment().id}`);
    expect(payment()).toMatchObject({
      amount: { currency: 'EUR', value: '9.90' },
      webhookUrl: expect.stringContaining('/provider-events/'),
    });
    const forged = await fetch(payment().webhookUrl!, { method: 'POST', body: new URLSearchParams({ id: payment().id }) });
    expect([forged.status, (await item()).payment.status]).toEqual([204, 'open']);
    hotel.mollie.pay(payment());
    await hotel.mollie.outbox.sendAll();
    expect(await item()).toMatchObject({
      status: 'shipment-paid',
      payment: { status: 'paid', provider: 'mollie', reference: payment().id },
    });
  });

  it('has not paid with other money, nor by what is not of this service', async () => {
    const { item } = await hotel.ordered();
    hotel.mollie.pay(payment(), { currency: 'EUR', value: '9.89' });
    await told();
    expect((await item()).payment).toMatchObject({ status: 'open', problem: 'amount' });
    for (const id of ['tr_nobodys', '../balance', '']) {
      const answer = await fetch(payment().webhookUrl!, { method: 'POST', body: new URLSearchParams({ id }) });
      expect(answer.status, id).toBe(204);
    }
  });

  it('is asked for anew where the page has ended by itself', async () => {
    const { page } = await hotel.ordered();
    const first = payment();
    hotel.mollie.change(first, 'expired');
    await told();
    const again = await hotel.visit(`${page}/pay`, {});
    expect([again.location, payment().id === first.id]).toEqual([`${hotel.mollie.url}/checkout/${payment().id}`, false]);
  });

  it('is taken where Mollie is away when it tells, as it tells again', async () => {
    const { item } = await hotel.ordered();
    hotel.mollie.fail('500 before', 'GET /v2/payments/:id', 4);
    hotel.mollie.pay(payment());
    await told();
    expect([hotel.mollie.outbox.events.at(-1)!.status, (await item()).payment.status]).toEqual([503, 'open']);
    await hotel.mollie.outbox.sendAll();
    expect((await item()).payment.status).toBe('paid');
  });
});
