import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PaidShipping, startPaidShipping } from '../support/payments.js';
import { createUser } from '../support/records.js';

let hotel: PaidShipping;
beforeAll(async () => {
  hotel = await startPaidShipping();
});
afterAll(() => hotel?.stop());

type Provider = 'stripe' | 'mollie';
const session = () => hotel.stripe.ledger.sessions.at(-1)!;
const told = () => Promise.all([hotel.stripe.outbox.settled(), hotel.mollie.outbox.settled()]);
const put = (path: string, body: object) => hotel.service.call('PUT', path, body);
const post = (path: string, body: object, headers = {}) => hotel.service.call('POST', path, body, headers);
const refund = (path: string, amount: number | null, headers = {}) =>
  post(`${path}/payment/refund`, { amount, reason: 'The parcel was lost' }, headers);

/** The things that both providers have. */
const AT = {
  stripe: {
    current: () => session(),
    pay: (one: ReturnType<typeof session>) => void hotel.stripe.pay(one),
    state: ({ status }: ReturnType<typeof session>) => ({ expired: 'ended', open: 'open', complete: 'paid' })[status],
    refunds: (one: ReturnType<typeof session>) =>
      hotel.stripe.ledger.refunds
        .filter(({ payment_intent }) => payment_intent === one.payment_intent)
        .map(({ amount }) => amount),
    route: 'POST /v1/refunds',
  },
  mollie: {
    current: () => hotel.mollie.ledger.payments.at(-1)!,
    pay: (one: { id: string }) => hotel.mollie.pay(hotel.mollie.ledger.payments.find(({ id }) => id === one.id)!),
    state: ({ status }: { status: string }) => ({ canceled: 'ended', open: 'open', paid: 'paid' })[status],
    refunds: (one: { id: string }) =>
      hotel.mollie.ledger.refunds.filter(({ paymentId }) => paymentId === one.id).map(({ amount }) => Number(amount.value) * 100),
    route: 'POST /v2/payments/:id/refunds',
  },
  // biome-ignore lint/suspicious/noExplicitAny: each takes what it gave
} as Record<Provider, Record<'current' | 'pay' | 'state' | 'refunds', (one?: any) => any> & { route: string }>;

const BOTH = ['stripe', 'mollie'] as const;

describe.each(BOTH)('a payment that is not wanted any more, at %s', (provider) => {
  const { current, pay, state, refunds } = AT[provider];
  beforeAll(() => hotel.connect(provider));

  it.each([
    ['the owner collects it', (path: string) => put(`${path}/response`, { response: 'pickup' })],
    ['the owner leaves it', (path: string) => put(`${path}/response`, { response: 'leave' })],
    ['staff withdraw it', (path: string) => put(`${path}/payment`, { status: 'withdrawn' })],
    ['staff were paid otherwise', (path: string) => put(`${path}/payment`, { status: 'paid' })],
    ['it is handed over', (path: string) => post(`${path}/handover`, { to: 'Anna', identification: 'known' })],
    ['it is disposed of', (path: string) => post(`${path}/disposal`, { method: 'donated', reason: 'Broken' })],
    ['it is left behind', (path: string) => put(`${path}/status`, { status: 'left-behind' })],
    ['it is deleted', (path: string) => hotel.service.call('DELETE', path)],
  ])('is ended there when %s', async (_how, act) => {
    const { path } = await hotel.ordered();
    const page = current();
    expect(state(page)).toBe('open');
    expect((await act(path)).status).toBeLessThan(300);
    await hotel.work();
    expect(state(page)).toBe('ended');
  });

  it('is replaced where another address has another price, and only the new one counts', async () => {
    const { path, page, item } = await hotel.ordered();
    const first = current();
    await put(`${path}/response`, { response: 'ship', address: { city: 'Paris', countryID: 'FR', zipCode: '75001' } });
    await hotel.work();
    expect([state(first), (await item()).payment]).toMatchObject(['ended', { status: 'open', amount: 19.8, reference: null }]);
    await hotel.visit(`${page}/pay`, {});
    pay(current());
    await told();
    expect(await item()).toMatchObject({ status: 'shipment-paid', payment: { status: 'paid', amount: 19.8 } });
  });

  it('gives back at once what comes all the same, once, and its history says so', async () => {
    const { path, item } = await hotel.ordered();
    const page = current();
    // Paid before anybody could end it.
    await hotel.service.call('DELETE', `${path}/nothing`);
    await put(`${path}/response`, { response: 'pickup' });
    pay(page);
    await told();
    await hotel.work();
    expect(await item()).toMatchObject({ status: 'pickup-by-guest', payment: { status: 'withdrawn' } });
    const outbox = hotel[provider].outbox;
    await outbox.send(outbox.events.at(-1)!);
    await hotel.work();
    expect(refunds(page)).toEqual([990]);
    const { body } = await hotel.service.call('GET', `${path}/history`);
    expect(JSON.stringify(body)).toContain('MoneyReturned');
  });

  it('is tried again where the provider is away', async () => {
    const { path } = await hotel.ordered();
    const page = current();
    await hotel[provider].stop();
    await put(`${path}/response`, { response: 'pickup' });
    await hotel.work();
    await hotel[provider].start();
    await hotel.service.sql(`update payment_pages set claimable_at = now() - interval '1 second' where claimable_at is not null`);
    await hotel.work();
    expect(state(page)).toBe('ended');
  });
});

describe('a payment that Mollie does not let be ended', () => {
  beforeAll(() => hotel.connect('mollie'));

  it('is left, and what comes is given back', async () => {
    hotel.mollie.cancelable = false;
    const { path } = await hotel.ordered();
    hotel.mollie.cancelable = true;
    const page = AT.mollie.current();
    await put(`${path}/response`, { response: 'pickup' });
    await hotel.work();
    expect(AT.mollie.state(page)).toBe('open');
    AT.mollie.pay(page);
    await told();
    await hotel.work();
    expect(AT.mollie.refunds(page)).toEqual([990]);
  });
});

describe.each(BOTH)('what was paid at %s', (provider) => {
  const { current, pay, refunds, route } = AT[provider];
  beforeAll(() => hotel.connect(provider));

  async function paid() {
    const ordered = await hotel.ordered();
    const page = current();
    pay(page);
    await told();
    expect((await ordered.item()).payment.status).toBe('paid');
    return { ...ordered, page };
  }

  it('is given back in parts, up to all of it; the reason stands in the history and is not sent', async () => {
    const { path, page } = await paid();
    const part = await refund(path, 4.5);
    expect(part).toMatchObject({ status: 200, body: { status: 'shipment-paid', payment: { status: 'paid', refunded: 4.5 } } });
    const beyond = await refund(path, 5.41);
    expect([beyond.status, beyond.body.errors]).toMatchObject([400, [{ field: 'amount', code: 'out_of_range' }]]);
    const all = await refund(path, null);
    expect(all).toMatchObject({ status: 200, body: { status: 'shipment-paid', payment: { status: 'refunded', refunded: 9.9 } } });
    for (const amount of [null, 1]) {
      expect((await refund(path, amount)).body.errors, String(amount)).toMatchObject([{ field: 'amount', code: 'out_of_range' }]);
    }
    expect(refunds(page)).toEqual([450, 540]);
    const { body } = await hotel.service.call('GET', `${path}/history`);
    expect(JSON.stringify(body).match(/The parcel was lost/g)).toHaveLength(2);
    expect(JSON.stringify(hotel[provider].requests)).not.toContain('parcel was lost');
  });

  it.each([
    [{ amount: 0, reason: 'x' }, 'amount', 'out_of_range'],
    [{ amount: -1, reason: 'x' }, 'amount', 'out_of_range'],
    [{ amount: 0.001, reason: 'x' }, 'amount', 'invalid_format'],
    [{ amount: 1 }, 'reason', 'required'],
    [{ amount: 'all', reason: 'x' }, 'amount', 'invalid_type'],
  ])('is not given back for %o', async (body, field, code) => {
    const { path } = await paid();
    const refused = await post(`${path}/payment/refund`, body);
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field, code }]]);
  });

  it.each(['500 before', '500 after', 'reset before', 'reset after', '429', 'slow'] as const)(
    'is given back once after %s',
    async (fault) => {
      const { path, page } = await paid();
      hotel[provider].fail(fault, route);
      expect(await refund(path, null)).toMatchObject({ status: 200, body: { payment: { status: 'refunded', refunded: 9.9 } } });
      expect(refunds(page)).toEqual([990]);
    },
  );

  it('is given back once where a call failed half-way, whoever asks again: the caller or the worker', async () => {
    for (const again of ['caller', 'worker', 'both'] as const) {
      const { path, page, item } = await paid();
      hotel[provider].fail('500 before', provider === 'stripe' ? 'GET /v1/refunds' : 'GET /v2/payments/:id/refunds', 4);
      const first = await refund(path, 4.5, { 'idempotency-key': `one-${again}-${path}` });
      expect([first.status, (await item()).payment.refunded]).toEqual([503, 0]);
      if (again !== 'caller') {
        await hotel.service.sql(
          `update payment_refunds set claimable_at = now() - interval '1 second' where claimable_at is not null`,
        );
        await hotel.work();
      }
      if (again !== 'worker') {
        const key = { 'idempotency-key': `one-${again}-${path}` };
        const answers = await Promise.all([refund(path, 4.5, key), refund(path, 4.5, key)]);
        expect(answers.map(({ status }) => status)).toContain(200);
      }
      expect([refunds(page), (await item()).payment.refunded], again).toEqual([[450], 4.5]);
    }
  });

  it('is given back once where many ask at the same time', async () => {
    const { path, page, item } = await paid();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(path, null)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect([refunds(page), (await item()).payment.refunded]).toEqual([[990], 9.9]);
  });

  it('says what the provider says where that refuses', async () => {
    const { path, page, item } = await paid();
    if (provider === 'stripe') hotel.stripe.ledger.payments.find(({ id }) => id === page.payment_intent)!.amount_received = 0;
    else page.status = 'failed';
    const refused = await refund(path, null);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'conflict',
      expect.stringMatching(/refunded/),
    ]);
    expect((await item()).payment).toMatchObject({ status: 'paid', refunded: 0 });
  });

  it('is given back by no call of others than admins, and of nothing that was not paid there', async () => {
    const { path } = await hotel.ordered();
    expect(await refund(path, null)).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    await put(`${path}/payment`, { status: 'paid', reference: 'cash' });
    expect(await refund(path, null)).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    expect((await refund('/items/999999', null)).status).toBe(404);
    const name = `sub-${provider}`;
    await createUser(hotel.service.call, name, 'property_subuser', hotel.service.locationID);
    const { call } = await hotel.service.signIn(name);
    expect((await call('POST', `${path}/payment/refund`, { amount: null, reason: 'x' })).status).toBe(403);
  });
});
