import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionReaders } from '#contexts/connections';
import { type PaidShipping, startPaidShipping } from '../support/payments.js';

let hotel: PaidShipping;
beforeAll(async () => {
  hotel = await startPaidShipping();
});
afterAll(() => hotel?.stop());

type Provider = 'stripe' | 'mollie';
const BOTH = ['stripe', 'mollie'] as const;
const told = () => Promise.all([hotel.stripe.outbox.settled(), hotel.mollie.outbox.settled()]);
const refund = (path: string, amount: number | null) =>
  hotel.service.call('POST', `${path}/payment/refund`, { amount, reason: 'The parcel was lost' });
const history = async (path: string) => JSON.stringify((await hotel.service.call('GET', `${path}/history`)).body);
const connectionOf = async (provider: Provider) =>
  (await hotel.service.sql('select * from connections where provider = $1 order by id desc limit 1', [provider]))[0];

/** The page that was opened last at a provider. */
function page(provider: Provider) {
  const { stripe, mollie } = hotel;
  if (provider === 'stripe') {
    const session = stripe.ledger.sessions.at(-1)!;
    const refunds = () => stripe.ledger.refunds.filter(({ payment_intent }) => payment_intent === session.payment_intent);
    return {
      pay: () => void stripe.pay(session),
      isOpen: () => session.status === 'open',
      refunds: () => refunds().map(({ amount }) => amount),
      fail: () => stripe.settleRefund(refunds().at(-1)!, 'failed'),
    };
  }
  const payment = mollie.ledger.payments.at(-1)!;
  const refunds = () => mollie.ledger.refunds.filter(({ paymentId }) => paymentId === payment.id);
  return {
    pay: () => mollie.pay(payment),
    isOpen: () => payment.status === 'open',
    refunds: () => refunds().map(({ amount }) => Number(amount.value) * 100),
    fail: () => mollie.settleRefund(refunds().at(-1)!, 'failed'),
  };
}

/** Lets the worker look whether what is left to do of deleted connections is done. */
async function forget(): Promise<void> {
  await hotel.service.sql(`update connection_work set due_at = now() - interval '1 second'`);
  const readers = hotel.service.get(ConnectionReaders);
  let underWay = 0;
  const ended = () => void underWay--;
  // A Group has half of the places at a time.
  for (let begun = -1; begun !== 0; ) {
    for (begun = 0; await readers.round(ended); begun++) underWay++;
    await vi.waitFor(() => expect(underWay).toBe(0));
  }
}

describe.each(BOTH)('a connection to %s', (provider) => {
  beforeEach(() => hotel.connect(provider));
  afterEach(() => void Object.assign(hotel.mollie, { cancelable: true }));

  it.each(['deleted', 'switched off'] as const)('that is %s leaves no page open there', async (how) => {
    const { item } = await hotel.ordered();
    const opened = page(provider);
    await hotel.leave(provider, how);
    await hotel.work();
    expect([opened.isOpen(), (await item()).payment.status]).toEqual([false, 'open']);
  });

  it('that is deleted keeps its secrets as long as a page is open there, and is gone for everybody else', async () => {
    await hotel.ordered();
    const opened = page(provider);
    await hotel[provider].stop();
    const { id } = await connectionOf(provider);
    await hotel.leave(provider, 'deleted');
    await hotel.work();
    await forget();
    expect((await hotel.service.call('GET', `/connections/${id}`)).status).toBe(404);
    expect(await connectionOf(provider)).toMatchObject({ deleted: true, ending: true, events_key: expect.anything() });
    await hotel[provider].start();
    await hotel.service.sql(`update payment_pages set claimable_at = now() - interval '1 second' where claimable_at is not null`);
    await hotel.work();
    await forget();
    expect(opened.isOpen()).toBe(false);
    expect(await connectionOf(provider)).toMatchObject({ ending: false, settings: {}, events_key: null });
  });

  it.each(['deleted', 'switched off'] as const)('that is %s takes what was paid before', async (how) => {
    const { item } = await hotel.ordered();
    hotel[provider].outbox.held = true;
    page(provider).pay();
    await hotel.leave(provider, how);
    await hotel.work();
    hotel[provider].outbox.held = false;
    expect(await item()).toMatchObject({ status: 'shipment-paid', payment: { status: 'paid', refunded: 0 } });
  });

  it('for other Locations leaves no page open of those that it was for', async () => {
    await hotel.ordered();
    const opened = page(provider);
    const other = await hotel.service.location();
    const { id } = await connectionOf(provider);
    await hotel.service.call('PUT', `/connections/${id}`, { name: provider, locationIDs: [other] });
    await hotel.work();
    expect(opened.isOpen()).toBe(false);
  });

  it('leads nobody to a page that was begun while it was switched off', async () => {
    const { page: home } = await hotel.ordered();
    await hotel.leave(provider, 'switched off');
    await hotel.work();
    expect((await hotel.visit(`${home}/pay`, {})).location).not.toContain('http://127.0.0.1:');
    await hotel.connect(provider);
    await hotel.visit(`${home}/pay`, {});
    expect(page(provider).isOpen()).toBe(true);
  });
});

describe('a payment that Mollie does not let be ended', () => {
  beforeEach(async () => {
    await hotel.connect('mollie');
    hotel.mollie.cancelable = false;
  });
  afterEach(() => void Object.assign(hotel.mollie, { cancelable: true }));

  it('is taken where its connection was deleted and it comes all the same', async () => {
    const { item } = await hotel.ordered();
    const opened = page('mollie');
    await hotel.leave('mollie', 'deleted');
    await hotel.work();
    opened.pay();
    await told();
    expect((await item()).payment).toMatchObject({ status: 'paid', problem: null });
  });

  it('is given back where the guest pays elsewhere meanwhile', async () => {
    const { item, page: home, path } = await hotel.ordered();
    const opened = page('mollie');
    await hotel.leave('mollie', 'deleted');
    await hotel.connect('stripe');
    await hotel.visit(`${home}/pay`, {});
    page('stripe').pay();
    await hotel.work();
    opened.pay();
    await told();
    await hotel.work();
    expect([opened.refunds(), (await item()).payment]).toMatchObject([[990], { status: 'paid', provider: 'stripe' }]);
    expect(await history(path)).toContain('MoneyReturned');
  });
});

async function paidAt(provider: Provider) {
  await hotel.connect(provider);
  const ordered = await hotel.ordered();
  const opened = page(provider);
  opened.pay();
  await told();
  return { ...ordered, opened };
}

describe.each(BOTH)('what was paid at %s', (provider) => {
  const paid = () => paidAt(provider);

  it('and given back, and comes back from the bank days later, is paid as before; staff are told, and give it back anew', async () => {
    const { path, item, opened } = await paid();
    await refund(path, 4.5);
    await refund(path, null);
    opened.fail();
    await told();
    expect((await item()).payment).toMatchObject({ status: 'paid', refunded: 4.5, problem: 'refund-failed' });
    const outbox = hotel[provider].outbox;
    await outbox.send(outbox.events.at(-1)!);
    expect((await history(path)).match(/RefundFailed/g)).toHaveLength(1);
    expect((await refund(path, null)).body.payment).toMatchObject({ status: 'refunded', refunded: 9.9, problem: null });
    expect(opened.refunds()).toEqual([450, 540, 540]);
  });

  it('is not given back once its connection is deleted, in words and at once', async () => {
    const { path, item } = await paid();
    await hotel.leave(provider, 'deleted');
    const answer = await refund(path, null);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'conflict',
      expect.stringContaining('give the money back at the provider'),
    ]);
    expect((await item()).payment).toMatchObject({ status: 'paid', refunded: 0, problem: null });
  });

  it('is given back where that was begun before its connection was deleted', async () => {
    const { path, item, opened } = await paid();
    await hotel[provider].stop();
    expect((await refund(path, 4.5)).status).toBe(503);
    await hotel[provider].start();
    await hotel.leave(provider, 'deleted');
    await hotel.service.sql(
      `update payment_refunds set claimable_at = now() - interval '1 second' where claimable_at is not null`,
    );
    await hotel.work();
    expect([opened.refunds(), (await item()).payment.refunded]).toEqual([[450], 4.5]);
  });

  it('and withdrawn is no more tried to be given back where the provider says no: staff are told', async () => {
    await hotel.connect(provider);
    const { path, item } = await hotel.ordered();
    const opened = page(provider);
    await hotel.service.call('PUT', `${path}/response`, { response: 'pickup' });
    opened.pay();
    await told();
    const { stripe, mollie } = hotel;
    if (provider === 'stripe') stripe.ledger.payments.at(-1)!.amount_received = 0;
    else mollie.ledger.payments.at(-1)!.status = 'failed';
    await hotel.work();
    expect((await item()).payment).toMatchObject({ status: 'withdrawn', problem: 'refund-failed' });
    await vi.waitFor(async () => expect(await history(path)).toContain('RefundFailed'));
  });
});

describe('a refund under way', () => {
  it.each([
    ['its connection is gone', () => hotel.service.sql('update connections set ending = false where deleted')],
    ['it never works', () => hotel.service.sql('update payment_refunds set attempts = 1000')],
  ])('is no more tried to be given back where %s: staff are told', async (_why, happens) => {
    const { path, item } = await paidAt('stripe');
    await hotel.stripe.stop();
    await refund(path, 4.5);
    await hotel.leave('stripe', 'deleted');
    await happens();
    await hotel.service.sql(
      `update payment_refunds set claimable_at = now() - interval '1 second' where claimable_at is not null`,
    );
    await hotel.work();
    await hotel.stripe.start();
    expect((await item()).payment).toMatchObject({ status: 'paid', refunded: 0, problem: 'refund-failed' });
    expect(await history(path)).toContain('RefundFailed');
    const due = await hotel.service.sql('select 1 from payment_refunds where claimable_at is not null');
    expect(due).toEqual([]);
  });
});

describe('a payment in a currency of small units', () => {
  let seoul: PaidShipping;
  beforeAll(async () => {
    seoul = await startPaidShipping('KRW', 2_500_000);
  });
  afterAll(() => seoul?.stop());

  it.each(BOTH)('is given back at %s in parts as large as it is itself', async (provider) => {
    await seoul.connect(provider);
    const { path, item } = await seoul.ordered();
    if (provider === 'stripe') seoul.stripe.pay(seoul.stripe.ledger.sessions.at(-1)!);
    else seoul.mollie.pay(seoul.mollie.ledger.payments.at(-1)!);
    await seoul[provider].outbox.settled();
    const given = (amount: number) => seoul.service.call('POST', `${path}/payment/refund`, { amount, reason: 'Lost' });
    for (const amount of [2_500_001, 3_000_000_000, 1e300]) {
      expect((await given(amount)).body.errors).toMatchObject([{ field: 'amount', code: 'out_of_range' }]);
    }
    for (const amount of [1_200_000, 1_300_000]) expect((await given(amount)).status).toBe(200);
    expect((await item()).payment).toMatchObject({ status: 'refunded', amount: 2_500_000, refunded: 2_500_000 });
  });
});
