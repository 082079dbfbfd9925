import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../test/support/receiver.js';
import { ask } from './asking.js';
import { FakeMollie } from './mollie.js';

describe('The fake of Mollie', () => {
  let mollie: FakeMollie;
  let receiver: Receiver;
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    ask(`${mollie.url}/v2${path}`, method, { authorization: `Bearer ${mollie.apiKey}`, ...headers }, body);
  const create = (change: object = {}, headers: Record<string, string> = {}) => {
    const payment = {
      amount: { currency: 'EUR', value: '12.90' },
      description: 'Shipping',
      redirectUrl: 'http://127.0.0.1/g/token',
    };
    return call('POST', '/payments', { ...payment, webhookUrl: receiver.url, ...change }, headers);
  };
  const told = async () => {
    await mollie.outbox.settled();
    return receiver.received.map(({ body }) => body);
  };

  beforeEach(async () => {
    [mollie, receiver] = [await new FakeMollie().start(), await Receiver.open()];
  });
  afterEach(() => Promise.all([mollie.stop(), receiver.close()]));

  it('makes a payment that somebody pays on its page, and tells only its ID', async () => {
    const { status, body } = await create();
    expect([status, body.status, body._links.checkout.href]).toEqual([201, 'open', `${mollie.url}/checkout/${body.id}`]);
    const paid = await ask(body._links.checkout.href, 'POST', {});
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://127.0.0.1/g/token']);
    expect(await told()).toEqual([`id=${body.id}`]);
    const { body: now } = await call('GET', `/payments/${body.id}`);
    expect(now).toMatchObject({ status: 'paid', amountRemaining: { value: '12.90' }, _links: { self: {} } });
    expect(now._links.checkout).toBeUndefined();
    expect((await ask(body._links.checkout.href, 'POST', {})).status).toBe(410);
  });

  it('ends a payment where it can be ended, and tells so', async () => {
    const { body } = await create();
    expect((await call('DELETE', `/payments/${body.id}`)).body.status).toBe('canceled');
    expect((await call('DELETE', `/payments/${body.id}`)).status).toBe(422);
    mollie.cancelable = false;
    const other = (await create()).body;
    expect(await call('DELETE', `/payments/${other.id}`)).toMatchObject({ status: 422 });
    mollie.change(mollie.ledger.payments[1]!, 'pending');
    expect(await told()).toEqual([`id=${body.id}`]);
  });

  it('does once what is asked twice with one key', async () => {
    mollie.fail('reset after');
    await expect(create({}, { 'idempotency-key': 'key' })).rejects.toThrow();
    const again = await create({}, { 'idempotency-key': 'key' });
    expect([again.status, again.body.id]).toEqual([201, mollie.ledger.payments[0]!.id]);
    expect(mollie.ledger.payments).toHaveLength(1);
  });

  it('gives money back up to what was paid', async () => {
    const { id } = (await create()).body;
    const refund = (value: string) =>
      call('POST', `/payments/${id}/refunds`, { amount: { currency: 'EUR', value }, description: 'Back' });
    expect((await refund('1.00')).status).toBe(422);
    mollie.pay(mollie.ledger.payments[0]!);
    expect(await refund('2.90')).toMatchObject({ status: 201, body: { status: 'pending', paymentId: id } });
    expect((await refund('10.01')).body).toMatchObject({ field: 'amount' });
    mollie.settleRefund(mollie.ledger.refunds[0]!, 'failed');
    expect((await refund('12.90')).status).toBe(201);
    expect((await call('GET', `/payments/${id}/refunds`)).body._embedded.refunds).toHaveLength(2);
    expect(await told()).toEqual([`id=${id}`, `id=${id}`]);
  });

  it('refuses what the real one refuses', async () => {
    const refused = async (change: object) => (await create(change)).body;
    expect(await refused({ amount: { currency: 'EUR', value: '12.9' } })).toMatchObject({ status: 422, field: 'amount.value' });
    expect(await refused({ amount: { currency: 'JPY', value: '12.00' } })).toMatchObject({ field: 'amount.value' });
    expect(await refused({ amount: { currency: 'EUR', value: 12.9 } })).toMatchObject({ field: 'amount.value' });
    expect(await refused({ description: undefined })).toMatchObject({ field: 'description' });
    expect(await refused({ locale: 'en' })).toMatchObject({ field: 'locale' });
    expect((await call('GET', '/methods', undefined, { authorization: 'Bearer live_' })).status).toBe(401);
  });

  it('takes another amount, and money for what has ended', async () => {
    await create();
    const [payment] = mollie.ledger.payments;
    mollie.change(payment!, 'expired');
    mollie.pay(payment!, { currency: 'USD', value: '12.90' });
    expect((await call('GET', `/payments/${payment!.id}`)).body).toMatchObject({ status: 'paid', amount: { currency: 'USD' } });
    expect(await told()).toHaveLength(2);
  });
});
