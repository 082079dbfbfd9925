import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../test/support/receiver.js';
import { ask } from './asking.js';
import { basic } from './call.js';
import { FakeEasyPost } from './easypost.js';

const HOTEL = { name: 'Hotel', street1: '388 Townsend St', city: 'San Francisco', state: 'CA', zip: '94107', country: 'US' };
const GUEST = { name: 'Anna', street1: '179 N Harbor Dr', city: 'Redondo Beach', state: 'CA', zip: '90277', country: 'US' };
const SHIPMENT = {
  from_address: HOTEL,
  to_address: GUEST,
  parcel: { weight: 15.4, length: 10, width: 8, height: 4 },
  reference: 'item-25',
};
const ITEM = { description: 'Wallet', quantity: 1, value: 30, weight: 7, origin_country: 'IT', hs_tariff_number: '420231' };

describe('The fake of EasyPost', () => {
  let easypost: FakeEasyPost;
  const call = (method: string, path: string, body?: object) =>
    ask(`${easypost.url}/v2${path}`, method, { authorization: basic('EZTK-test') }, body);
  const create = async (change: object = {}) => (await call('POST', '/shipments', { shipment: { ...SHIPMENT, ...change } })).body;
  const bought = async (change: object = {}) => {
    const { id, rates } = await create(change);
    return call('POST', `/shipments/${id}/buy`, { rate: { id: rates[0].id } });
  };

  beforeEach(async () => {
    easypost = await new FakeEasyPost().start();
  });
  afterEach(() => easypost.stop());

  it('sells a label of one shipment once, and many for one reference', async () => {
    const first = await bought();
    expect(first).toMatchObject({ status: 200, body: { selected_rate: { rate: '9.80' }, refund_status: null } });
    const again = await call('POST', `/shipments/${first.body.id}/buy`, { rate: { id: first.body.rates[0].id } });
    expect(again).toMatchObject({ status: 422, body: { error: { code: 'SHIPMENT.POSTAGE.EXISTS' } } });
    const second = await bought();
    expect((await call('GET', '/shipments/item-25')).body.id).toBe(second.body.id);
    expect(easypost.ledger.bought).toHaveLength(2);
  });

  it('lists those that are bought, and all where that is asked', async () => {
    const first = await bought();
    const second = await create();
    const ids = async (query: string) =>
      (await call('GET', `/shipments${query}`)).body.shipments.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([first.body.id]);
    expect(await ids('?purchased=false')).toEqual([second.id, first.body.id]);
    expect(await ids(`?purchased=false&before_id=${second.id}`)).toEqual([first.body.id]);
  });

  it('gives labels as PNG, and as PDF where that is asked, to nobody who sends the key along', async () => {
    const { id, postage_label } = (await bought()).body;
    expect(postage_label).toMatchObject({ label_file_type: 'image/png', label_pdf_url: null });
    const { label_pdf_url } = (await call('GET', `/shipments/${id}/label?file_format=PDF`)).body.postage_label;
    expect((await ask(label_pdf_url, 'GET', {})).body).toMatch(/^%PDF-/);
    expect((await ask(label_pdf_url, 'GET', { authorization: basic('EZTK-test') })).status).toBe(400);
    const direct = await bought({ options: { label_format: 'PDF' } });
    expect((await ask(direct.body.postage_label.label_url, 'GET', {})).body).toMatch(/^%PDF-/);
  });

  it('rates nothing abroad without a declaration, in an answer of success', async () => {
    const abroad = { to_address: { ...GUEST, country: 'DE' } };
    expect(await create(abroad)).toMatchObject({ rates: [], messages: [{ type: 'rate_error' }] });
    const { rates } = await create({ ...abroad, customs_info: { contents_type: 'gift', customs_items: [ITEM] } });
    expect(rates).toHaveLength(2);
  });

  it('refuses what the real one refuses', async () => {
    expect(await call('POST', '/shipments', {})).toMatchObject({ status: 422, body: { error: { code: 'PARAMETER.REQUIRED' } } });
    const light = await call('POST', '/shipments', { shipment: { ...SHIPMENT, parcel: { weight: 0 } } });
    expect(light.body.error.errors).toEqual([{ field: 'shipment.parcel.weight', message: 'is invalid' }]);
    expect((await ask(`${easypost.url}/v2/shipments`, 'GET', { authorization: 'Bearer EZTK-test' })).status).toBe(401);
    easypost.refusals.push('Insufficient funds.');
    expect(await bought()).toMatchObject({ status: 422, body: { error: { message: 'Insufficient funds.' } } });
    expect(easypost.ledger.bought).toEqual([]);
  });

  it('takes a void on, grants or rejects it later, and tells only that it was granted', async () => {
    const receiver = await Receiver.open();
    const [granted, rejected] = [(await bought()).body, (await bought()).body];
    easypost.outbox.url = receiver.url;
    for (const { id } of [granted, rejected]) {
      expect((await call('POST', `/shipments/${id}/refund`)).body.refund_status).toBe('submitted');
    }
    const [first, second] = easypost.ledger.bought;
    easypost.settle(first!, 'refunded');
    easypost.settle(second!, 'rejected');
    await easypost.outbox.settled();
    expect(receiver.received.map(({ body }) => JSON.parse(body).description)).toEqual(['refund.successful']);
    expect((await call('GET', `/shipments/${rejected.id}`)).body.refund_status).toBe('rejected');
    expect(easypost.ledger.voided).toEqual([first]);
    await receiver.close();
  });

  it('signs an event as it is sent, not as it would be written again', async () => {
    const receiver = await Receiver.open();
    await bought();
    easypost.outbox.url = receiver.url;
    easypost.move(easypost.ledger.bought[0]!, 'return_to_sender', 'refused');
    await easypost.outbox.settled();
    const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = receiver.received;
    const signed = (text: string) => `hmac-sha256-hex=${createHmac('sha256', 'webhook-secret').update(text).digest('hex')}`;
    expect(JSON.parse(body)).toMatchObject({ description: 'tracker.updated', result: { status: 'return_to_sender' } });
    expect(headers['x-hmac-signature']).toBe(signed(body));
    expect(headers['x-hmac-signature']).not.toBe(signed(JSON.stringify(JSON.parse(body))));
    await easypost.outbox.send(easypost.outbox.events[0]!, 'not');
    expect(receiver.received[1]!.headers['x-hmac-signature']).toBeUndefined();
    await receiver.close();
  });
});
