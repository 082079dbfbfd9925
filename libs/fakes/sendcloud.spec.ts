import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../test/support/receiver.js';
import { ask } from './asking.js';
import { basic } from './call.js';
import { FakeSendcloud } from './sendcloud.js';

const HOTEL = { name: 'Hotel', address_line_1: 'Damrak 1', postal_code: '1012 LG', city: 'Amsterdam', country_code: 'NL' };
const GUEST = { name: 'Anna', address_line_1: 'Rue 2', postal_code: '75001', city: 'Paris', country_code: 'FR' };
const PARCEL = { weight: { value: '2.000', unit: 'kg' }, dimensions: { length: '45', width: '35', height: '10', unit: 'cm' } };
const SHIPMENT = {
  from_address: HOTEL,
  to_address: GUEST,
  ship_with: { type: 'shipping_option_code', properties: { shipping_option_code: 'dhl:parcel_connect' } },
  parcels: [PARCEL],
  external_reference_id: 'item-25',
};
const ITEM = {
  description: 'Leather wallet',
  quantity: 1,
  weight: { value: 0.2, unit: 'kg' },
  price: { value: '30.00', currency: 'EUR' },
  hs_code: '420231',
  origin_country: 'IT',
};

describe('The fake of Sendcloud', () => {
  let sendcloud: FakeSendcloud;
  const call = (method: string, path: string, body?: object) =>
    ask(`${sendcloud.url}/api/v3${path}`, method, { authorization: basic('public-key', 'secret-key') }, body);
  const announce = (change: object = {}) => call('POST', '/shipments/announce', { ...SHIPMENT, ...change });

  beforeEach(async () => {
    sendcloud = await new FakeSendcloud().start();
  });
  afterEach(() => sendcloud.stop());

  it('has prices only for who asks for them with both places', async () => {
    const places = { from_address: HOTEL, to_address: GUEST, parcels: [PARCEL] };
    const { body } = await call('POST', '/shipping-options', { ...places, calculate_quotes: true });
    expect(
      body.data.map(({ code, quotes }: { code: string; quotes: { price: { total: { value: string } } }[] | null }) => [
        code,
        quotes?.[0]?.price.total.value,
      ]),
    ).toEqual([
      ['postnl:standard', '6.75'],
      ['ups:express_saver', '19.40'],
      ['dhl:parcel_connect', '9.95'],
      ['dpd:own_contract', undefined],
      ['mondial_relay:point', '4.10'],
    ]);
    expect((await call('POST', '/shipping-options', places)).body.data[0].quotes).toBeNull();
  });

  it('sells a label once for a reference, and finds it by that', async () => {
    const bought = await announce();
    expect(bought).toMatchObject({
      status: 201,
      body: { data: { errors: [], parcels: [{ status: { code: 'READY_TO_SEND' } }] } },
    });
    expect(Buffer.from(bought.body.data.parcels[0].label_file, 'base64').toString()).toMatch(/^%PDF-/);
    expect(await announce()).toMatchObject({ status: 409, body: { data: { id: bought.body.data.id } } });
    const found = await call('GET', '/shipments?external_reference_id=item-25');
    expect(found.body.data).toEqual([expect.objectContaining({ id: bought.body.data.id })]);
    expect(sendcloud.ledger.bought).toHaveLength(1);
  });

  it('answers 201 where the carrier refuses, and sells nothing', async () => {
    sendcloud.refusals.push('The address is not served.');
    const { status, body } = await announce();
    expect([status, body.data.parcels[0].status.code]).toEqual([201, 'ANNOUNCEMENT_FAILED']);
    expect(body.data.errors).toEqual([expect.objectContaining({ detail: 'The address is not served.' })]);
    expect(sendcloud.ledger.bought).toEqual([]);
  });

  it('refuses what the real one refuses', async () => {
    const refused = async (change: object) => (await announce(change)).body.errors[0];
    expect(await refused({ colour: 'red' })).toMatchObject({ code: 'unknown_field', source: { pointer: '/colour' } });
    expect(await refused({ parcels: [{ weight: { value: 2, unit: 'kg' } }] })).toMatchObject({
      source: { pointer: '/parcels/0/weight/value' },
    });
    expect(await refused({ to_address: { ...GUEST, country_code: 'IT' } })).toMatchObject({
      source: { pointer: '/to_address/state_province_code' },
    });
    const abroad = { to_address: { ...GUEST, country_code: 'CH' } };
    expect(await refused(abroad)).toMatchObject({ code: 'required', source: { pointer: '/customs_information' } });
    const customs = {
      customs_information: { invoice_number: '25', export_reason: 'gift' },
      parcels: [{ ...PARCEL, parcel_items: [ITEM] }],
    };
    expect(await announce({ ...abroad, ...customs })).toMatchObject({ status: 201 });
  });

  it('loses an answer after it sold, or fails before it did', async () => {
    sendcloud.fail('reset after');
    await expect(announce()).rejects.toThrow();
    expect(sendcloud.ledger.bought).toHaveLength(1);
    sendcloud.fail('500 before');
    expect(await announce({ external_reference_id: 'item-26' })).toMatchObject({ status: 500 });
    expect(sendcloud.ledger.bought).toHaveLength(1);
    expect(sendcloud.seen('POST /api/v3/shipments/announce').map(({ status }) => status)).toEqual([null, 500]);
  });

  it('cancels at once, or takes it on and refuses later', async () => {
    const receiver = await Receiver.open();
    sendcloud.outbox.url = receiver.url;
    const { id } = (await announce()).body.data;
    sendcloud.cancelling = 'queued';
    expect(await call('POST', `/shipments/${id}/cancel`)).toMatchObject({ status: 202, body: { data: { status: 'queued' } } });
    expect(await call('POST', `/shipments/${id}/cancel`)).toMatchObject({ status: 409 });
    sendcloud.settle(sendcloud.ledger.shipments[0]!, 'refused');
    await sendcloud.outbox.settled();
    expect(receiver.received.map(({ body }) => JSON.parse(body).parcel.status.id)).toEqual([1999, 94]);
    expect(receiver.received[0]!.headers['sendcloud-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(sendcloud.ledger.voided).toEqual([]);
    await receiver.close();
  });

  it('holds events back, and sends them out of order, twice, or signed wrongly', async () => {
    const receiver = await Receiver.open();
    sendcloud.outbox.url = receiver.url;
    sendcloud.outbox.held = true;
    await announce();
    const [shipment] = sendcloud.ledger.shipments;
    sendcloud.move(shipment!, 'PARCEL_EN_ROUTE');
    sendcloud.move(shipment!, 'DELIVERED');
    expect(receiver.received).toEqual([]);
    await sendcloud.outbox.sendAll((events) => events.toReversed());
    await sendcloud.outbox.send(sendcloud.outbox.events[0]!, 'wrongly');
    expect(receiver.received.map(({ body }) => JSON.parse(body).parcel.status.id)).toEqual([11, 91, 91]);
    const signatures = receiver.received.map(({ headers }) => headers['sendcloud-signature']);
    expect(new Set(signatures).size).toBe(3);
    await receiver.close();
  });
});
