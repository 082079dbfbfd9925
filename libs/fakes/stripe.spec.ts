import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../test/support/receiver.js';
import { ask } from './asking.js';
import { FakeStripe } from './stripe.js';
import { seconds } from './stripe.sessions.js';

const SESSION = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'EUR',
  'line_items[0][price_data][unit_amount]': '1290',
  'line_items[0][price_data][product_data][name]': 'Shipping',
  client_reference_id: 'item-25',
  success_url: 'http://127.0.0.1/g/token?session={CHECKOUT_SESSION_ID}',
};

describe('The fake of Stripe', () => {
  let stripe: FakeStripe;
  const call = (method: string, path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(
      `${stripe.url}/v1${path}`,
      method,
      { authorization: 'Bearer sk_test_key', ...headers },
      form && new URLSearchParams(form),
    );
  const open = (change: Record<string, string> = {}, key?: string) =>
    call('POST', '/checkout/sessions', { ...SESSION, ...change }, key ? { 'idempotency-key': key } : {});
  const page = (path: string, method: string) => ask(path, method, {});

  beforeEach(async () => {
    stripe = await new FakeStripe().start();
  });
  afterEach(() => stripe.stop());

  it('opens a session, which somebody pays on its page, once', async () => {
    const { body } = await open();
    expect(body).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1290,
      currency: 'eur',
      payment_intent: null,
    });
    expect((await page(body.url, 'GET')).body).toContain('12.90 EUR');
    const paid = await page(body.url, 'POST');
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://127.0.0.1/g/token?session=${body.id}`]);
    expect((await page(body.url, 'POST')).status).toBe(410);
    expect((await call('GET', `/checkout/sessions/${body.id}`)).body).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
    });
    expect((await call('POST', `/checkout/sessions/${body.id}/expire`)).status).toBe(400);
    expect(stripe.ledger.payments).toEqual([expect.objectContaining({ amount: 1290, status: 'succeeded' })]);
  });

  it('answers one key once: the same again, a failure too, and 400 for another body', async () => {
    const first = await open({}, 'key');
    const again = await open({}, 'key');
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true']);
    expect(await open({ client_reference_id: 'item-26' }, 'key')).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    });
    stripe.fail('500 after');
    expect([(await open({}, 'other')).status, (await open({}, 'other')).status]).toEqual([500, 500]);
    stripe.fail('reset after');
    await expect(open({}, 'lost')).rejects.toThrow();
    expect((await open({}, 'lost')).body.id).toBe(stripe.ledger.sessions.at(-1)!.id);
    expect(stripe.ledger.sessions).toHaveLength(3);
  });

  it('refuses what the real one refuses', async () => {
    const refused = async (change: Record<string, string>) => (await open(change)).body.error;
    expect(await refused({ colour: 'red' })).toMatchObject({ code: 'parameter_unknown', param: 'colour' });
    expect(await refused({ 'line_items[0][price_data][unit_amount]': '12.90' })).toMatchObject({
      param: 'line_items[0][price_data][unit_amount]',
    });
    expect(await refused({ 'line_items[0][price_data][unit_amount]': '49' })).toMatchObject({ code: 'amount_too_small' });
    expect(await refused({ locale: 'ca' })).toMatchObject({ param: 'locale' });
    expect(await refused({ expires_at: '1' })).toMatchObject({ param: 'expires_at' });
    expect((await ask(`${stripe.url}/v1/refunds`, 'POST', { authorization: 'Bearer sk_test_key' }, {})).status).toBe(400);
    expect((await call('GET', '/balance', undefined, { authorization: 'Bearer sk_live' })).status).toBe(401);
  });

  it('finds sessions and refunds by the payment, page by page', async () => {
    const ids = [(await open()).body.id, (await open()).body.id];
    const { id: payment_intent } = stripe.pay(stripe.ledger.sessions[0]!);
    expect((await call('GET', `/checkout/sessions?payment_intent=${payment_intent}`)).body.data).toMatchObject([{ id: ids[0] }]);
    const first = (await call('GET', '/checkout/sessions?limit=1')).body;
    expect(first).toMatchObject({ has_more: true, data: [{ id: ids[1] }] });
    expect((await call('GET', `/checkout/sessions?limit=1&starting_after=${ids[1]}`)).body).toMatchObject({
      has_more: false,
      data: [{ id: ids[0] }],
    });
  });

  it('gives money back up to what was paid', async () => {
    await open();
    const { id: payment_intent } = stripe.pay(stripe.ledger.sessions[0]!);
    expect((await call('POST', '/refunds', { payment_intent, amount: '290' })).body).toMatchObject({
      amount: 290,
      status: 'succeeded',
    });
    expect((await call('POST', '/refunds', { payment_intent, amount: '1001' })).status).toBe(400);
    expect((await call('POST', '/refunds', { payment_intent })).body).toMatchObject({ amount: 1000 });
    expect(await call('POST', '/refunds', { payment_intent })).toMatchObject({
      body: { error: { code: 'charge_already_refunded' } },
    });
    expect((await call('GET', `/refunds?payment_intent=${payment_intent}`)).body.data).toHaveLength(2);
  });

  it('signs its events with their time, and sends wrong amounts, late payments and old signatures', async () => {
    const receiver = await Receiver.open();
    stripe.outbox.url = receiver.url;
    await open();
    await open();
    const [wrong, late] = stripe.ledger.sessions;
    stripe.pay(wrong!, { amount: 1 });
    stripe.pay(late!, {}, true);
    stripe.settlePayment(late!, 'succeeded');
    await stripe.outbox.settled();
    const heard = () => receiver.received.map(({ body }) => JSON.parse(body));
    expect(heard().map(({ type, data }) => [type, data.object.amount_total, data.object.payment_status])).toEqual([
      ['checkout.session.completed', 1, 'paid'],
      ['checkout.session.completed', 1290, 'unpaid'],
      ['checkout.session.async_payment_succeeded', 1290, 'paid'],
    ]);
    const before = seconds(new Date());
    await stripe.outbox.send(stripe.outbox.events[0]!, 'an hour ago');
    const after = seconds(new Date());
    const [now, old] = [receiver.received[0]!, receiver.received[3]!].map(({ headers, body }) => {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(headers['stripe-signature'] ?? '') ?? [];
      expect(v1).toBe(createHmac('sha256', 'whsec_secret').update(`${t}.${body}`).digest('hex'));
      return Number(t);
    });
    expect(now!).toBeLessThanOrEqual(before);
    expect(old! + 3_600).toBeGreaterThanOrEqual(before);
    expect(old! + 3_600).toBeLessThanOrEqual(after);
    await receiver.close();
  });
});
