import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EraseItem } from '#contexts/items';
import { FakeSendcloud } from '#fakes';
import { ADDRESSES, CUSTOMS, type Shipping, startShipping } from './parcels.js';

let sendcloud: FakeSendcloud;
let hotel: Shipping;

beforeAll(async () => {
  sendcloud = await new FakeSendcloud().start();
  hotel = await startShipping('sendcloud', sendcloud);
});
afterAll(async () => {
  await hotel?.stop();
  await sendcloud?.stop();
});
beforeEach(() => {
  sendcloud.cancelling = 'at once';
});

const offers = (itemID: number, body: object = {}) => hotel.call('POST', `/items/${itemID}/shipment/offers`, body);
const item = async (itemID: number) => (await hotel.call('GET', `/items/${itemID}`)).body;
const bought = (itemID: number) =>
  sendcloud.ledger.bought.filter(({ external_reference_id: one }) => one?.split('-')[0] === String(itemID));

describe('offers', () => {
  it('are the cheapest first, without what has no price or needs a shop', async () => {
    const { status, body } = await offers(await hotel.toSend());
    expect(status).toBe(200);
    expect(body).toEqual([
      { service: 'postnl:standard', name: 'PostNL Standard', price: 6.75, currency: 'EUR', days: '1' },
      { service: 'dhl:parcel_connect', name: 'DHL Parcel Connect', price: 9.95, currency: 'EUR', days: null },
      { service: 'ups:express_saver', name: 'UPS Express Saver', price: 19.4, currency: 'EUR', days: '1' },
    ]);
    expect(sendcloud.ledger.shipments).toEqual([]);
  });

  it('are for the parcel of the item’s class and dimensions, or the one that is given', async () => {
    const parcels = () => (sendcloud.seen('POST /api/v3/shipping-options').at(-1)!.body as { parcels: object[] }).parcels[0];
    const sides = { length: '45', width: '35', height: '10', unit: 'cm' };
    await offers(await hotel.toSend());
    expect(parcels()).toEqual({ weight: { value: '2.000', unit: 'kg' }, dimensions: sides });
    await offers(
      await hotel.toSend(ADDRESSES.FR, { shipping: { weight: { ID: 6 }, dimensions: { fitsInServicePackaging: true } } }),
    );
    expect(parcels()).toEqual({ weight: { value: '30.000', unit: 'kg' }, dimensions: sides });
    await offers(await hotel.toSend(), { parcel: { weight: 500, length: 20, width: 10, height: 5 } });
    expect(parcels()).toEqual({
      weight: { value: '0.500', unit: 'kg' },
      dimensions: { length: '20', width: '10', height: '5', unit: 'cm' },
    });
  });

  it('are refused without a carrier, an address or anything left, and where the carrier says no or is away', async () => {
    const itemID = await hotel.toSend();
    expect(await offers(itemID, { parcel: { weight: 90_000, length: 1, width: 1, height: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const { body } = await offers(itemID, { address: { countryID: 'FR' } });
    expect(body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)).toEqual([
      'address.address required',
      'address.city required',
      'address.zipCode required',
    ]);
    const refused = { status: 409, body: { code: 'carrier_refused', detail: expect.stringMatching(/\S/) } };
    sendcloud.fail('422', null, 2);
    expect(await offers(itemID)).toMatchObject(refused);
    expect(await hotel.ship(itemID)).toMatchObject(refused);
    sendcloud.fail('500 before', null, 4);
    expect(await offers(itemID)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await hotel.setShipping({ carrierID: null });
    expect(await offers(itemID)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await hotel.setShipping();
  });
});

describe('where an address needs its state or province', () => {
  it('that of Italy is told by its postal code', async () => {
    const itemID = await hotel.toSend(ADDRESSES.IT);
    expect((await hotel.ship(itemID)).status).toBe(201);
    expect(bought(itemID)).toMatchObject([{ to_address: { country_code: 'IT', state_province_code: 'IT-RM' } }]);
  });

  it.each([
    ['an Italian postal code of two provinces', { ...ADDRESSES.IT, zipCode: '12071' }],
    ['an address in the USA without one', { ...ADDRESSES.US, state: null }],
  ])('%s is refused in words, and nothing is asked of a carrier', async (_which, address) => {
    const itemID = await hotel.toSend(address);
    const asked = sendcloud.requests.length;
    for (const answer of [await offers(itemID), await hotel.ship(itemID, { customs: CUSTOMS })]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'carrier_refused', detail: expect.stringContaining('state or province') },
      });
    }
    expect(sendcloud.requests).toHaveLength(asked);
    expect((await item(itemID)).status).toBe('shipment-paid');
  });
});

describe('a label', () => {
  it('is bought, read, and bought no second time', async () => {
    const itemID = await hotel.toSend();
    const { status, body } = await hotel.ship(itemID);
    expect([status, body.status]).toEqual([201, 'pickup-scheduled']);
    expect(body.shipment).toEqual({
      provider: 'sendcloud',
      carrier: 'PostNL',
      service: 'postnl:standard',
      trackingNumber: expect.stringMatching(/^3SYZXG/),
      trackingUrl: expect.stringMatching(/^https:/),
      cost: 6.75,
      currency: 'EUR',
      labelUrl: expect.stringContaining(`/api/v2/items/${itemID}/shipment/label`),
      bookedAt: expect.any(String),
      problem: null,
    });
    expect(bought(itemID)).toEqual([expect.objectContaining({ external_reference_id: String(itemID) })]);
    expect(await hotel.ship(itemID)).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    const label = await fetch(`${hotel.url}/api/v2/items/${itemID}/shipment/label`, {
      headers: { authorization: `Bearer ${hotel.token}` },
    });
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await label.text()).toMatch(/^%PDF-/);
  });

  it('is one, however many ask for it at once', async () => {
    const itemID = await hotel.toSend();
    sendcloud.fail('slow', 'POST /api/v3/shipments/announce');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => hotel.ship(itemID)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(bought(itemID)).toHaveLength(1);
    expect((await hotel.call('GET', `/items/${itemID}/shipment/label`)).status).toBe(200);
  });

  it.each(['reset after', '500 after', '408', '500 before', 'reset before', '429'] as const)(
    'is one after a call with %s',
    async (fault) => {
      const itemID = await hotel.toSend();
      sendcloud.fail(fault, 'POST /api/v3/shipments/announce');
      const first = await hotel.ship(itemID);
      if (first.status !== 201) {
        expect(first).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect((await hotel.ship(itemID)).status).toBe(201);
      }
      expect(bought(itemID)).toEqual([expect.objectContaining({ external_reference_id: String(itemID) })]);
    },
  );

  it('that the carrier refuses, in an answer of success too, has its words, and the next try a reference of its own', async () => {
    const itemID = await hotel.toSend();
    sendcloud.refusals.push('The address is not served.');
    expect(await hotel.ship(itemID)).toMatchObject({
      status: 409,
      body: { code: 'carrier_refused', detail: 'The address is not served.' },
    });
    expect((await item(itemID)).status).toBe('shipment-paid');
    expect((await hotel.ship(itemID)).status).toBe(201);
    expect(bought(itemID).map((one) => one.external_reference_id)).toEqual([`${itemID}-2`]);
  });

  it('needs a declaration where it leaves the customs territory, and a service that is offered', async () => {
    const itemID = await hotel.toSend(ADDRESSES.CH);
    const { status, body } = await hotel.ship(itemID);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'customs', code: 'required' })]]);
    const other = await hotel.ship(itemID, { customs: CUSTOMS, service: 'postnl:standard' });
    expect([other.status, other.body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'service', code: 'not_allowed' })],
    ]);
    expect((await hotel.ship(itemID, { customs: CUSTOMS, service: 'ups:express_saver' })).body.shipment).toMatchObject({
      cost: 19.4,
    });
    const [{ customs_information, parcels }] = bought(itemID) as [never];
    expect([customs_information, parcels]).toMatchObject([
      { export_reason: 'gift' },
      [{ parcel_items: [{ hs_code: '420231' }] }],
    ]);
  });

  it('is not for what is never sent', async () => {
    const itemID = await hotel.toSend();
    await hotel.setShipping({ notShipped: ['valuable'] });
    await hotel.call('PUT', `/items/${itemID}`, { handling: 'valuable' });
    expect(await hotel.ship(itemID)).toMatchObject({ status: 409, body: { code: 'not_shippable' } });
    expect(await offers(itemID)).toMatchObject({ status: 409, body: { code: 'not_shippable' } });
    await hotel.setShipping();
  });

  it('is void once the carrier has taken that on, and the next has a reference of its own', async () => {
    const itemID = await hotel.toSend();
    await hotel.ship(itemID);
    const { status, body } = await hotel.call('DELETE', `/items/${itemID}/shipment/label`);
    expect([status, body.status, body.shipment]).toEqual([200, 'shipment-paid', null]);
    expect((await hotel.call('GET', `/items/${itemID}/shipment/label`)).status).toBe(404);
    expect((await hotel.call('DELETE', `/items/${itemID}/shipment/label`)).status).toBe(404);
    expect((await hotel.ship(itemID)).status).toBe(201);
    expect(bought(itemID).map((one) => one.external_reference_id)).toEqual([String(itemID), `${itemID}-2`]);
    sendcloud.cancelling = 'refused';
    expect(await hotel.call('DELETE', `/items/${itemID}/shipment/label`)).toMatchObject({
      status: 409,
      body: { code: 'carrier_refused' },
    });
    expect((await item(itemID)).status).toBe('pickup-scheduled');
  });

  it('whose void is refused later is a problem of its shipment', async () => {
    const itemID = await hotel.toSend();
    await hotel.ship(itemID);
    sendcloud.cancelling = 'queued';
    expect((await hotel.call('DELETE', `/items/${itemID}/shipment/label`)).body.status).toBe('shipment-paid');
    sendcloud.settle(bought(itemID)[0]!, 'refused');
    await sendcloud.outbox.settled();
    expect((await item(itemID)).shipment).toMatchObject({ problem: 'void-refused', trackingNumber: null });
  });

  it('goes with the owner’s data', async () => {
    const itemID = await hotel.toSend();
    await hotel.ship(itemID);
    const label = `/items/${itemID}/shipment/label`;
    expect((await hotel.call('GET', label)).status).toBe(200);
    const [{ file }] = await hotel.sql('select file from parcel_labels where item_id = $1', [itemID]);
    expect(file).toMatch(/\.pdf$/);
    await hotel.get(CommandBus).execute(new EraseItem(hotel.groupID, itemID));
    expect((await hotel.call('GET', label)).status).toBe(404);
    expect(await hotel.sql('select file, tracking_number from parcel_labels where item_id = $1', [itemID])).toEqual([
      { file: null, tracking_number: null },
    ]);
  });
});

describe('a parcel', () => {
  const sent = async () => {
    const itemID = await hotel.toSend();
    await hotel.ship(itemID);
    return { itemID, shipment: bought(itemID)[0]! };
  };

  it('moves by signed events: what is only announced has not moved', async () => {
    const { itemID, shipment } = await sent();
    const statuses: string[] = [];
    for (const status of ['ANNOUNCED', 'PARCEL_EN_ROUTE', 'DELIVERED'] as const) {
      sendcloud.move(shipment, status);
      await sendcloud.outbox.settled();
      statuses.push((await item(itemID)).status);
    }
    expect(statuses).toEqual(['pickup-scheduled', 'in-route', 'delivered']);
    expect(await hotel.call('DELETE', `/items/${itemID}/shipment/label`)).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed' },
    });
  });

  it('moves on where the connection has been switched off: it was sent with it', async () => {
    const { itemID, shipment } = await sent();
    const before = (await hotel.call('GET', `/connections/${hotel.carrierID}`)).body;
    await hotel.call('PUT', `/connections/${hotel.carrierID}`, { name: before.name, enabled: false, settings: {} });
    sendcloud.move(shipment, 'DELIVERED');
    await sendcloud.outbox.settled();
    expect((await item(itemID)).status).toBe('delivered');
    await hotel.call('PUT', `/connections/${hotel.carrierID}`, { name: before.name, enabled: true, settings: {} });
    await hotel.setShipping();
  });

  it('is not moved by what is repeated, out of order or not signed, nor by another’s', async () => {
    const { itemID, shipment } = await sent();
    sendcloud.outbox.held = true;
    sendcloud.move(shipment, 'PARCEL_EN_ROUTE');
    sendcloud.move(shipment, 'DELIVERED');
    const [first] = sendcloud.outbox.events.slice(-2);
    expect(await sendcloud.outbox.send(first!, 'wrongly')).toBe(401);
    expect(await sendcloud.outbox.send(first!, 'not')).toBe(401);
    expect((await item(itemID)).status).toBe('pickup-scheduled');
    await sendcloud.outbox.sendAll((events) => events.toReversed());
    expect(await sendcloud.outbox.send(first!)).toBe(204);
    expect((await item(itemID)).status).toBe('delivered');
    sendcloud.move({ ...shipment, id: 'another', trackingNumber: 'another', external_reference_id: '99999' }, 'DELIVERED');
    await sendcloud.outbox.settled();
    expect(sendcloud.outbox.events.at(-1)!.status).toBe(204);
  });

  it.each(['UNABLE_TO_DELIVER', 'RETURNED_TO_SENDER', 'PARCEL_EN_ROUTE'] as const)(
    'is not said to have arrived by what is older than %s',
    async (newer) => {
      const { itemID, shipment } = await sent();
      const now = Date.now();
      sendcloud.outbox.held = true;
      sendcloud.move(shipment, 'PARCEL_EN_ROUTE', now - 3_000);
      sendcloud.move(shipment, 'DELIVERED', now - 2_000);
      sendcloud.move(shipment, newer, now - 1_000);
      const [moving, delivered, news] = sendcloud.outbox.events.slice(-3);
      expect(await sendcloud.outbox.send(news!)).toBe(204);
      expect(await sendcloud.outbox.send(moving!)).toBe(204);
      const before = await item(itemID);
      for (const event of [delivered, moving, news, delivered]) expect(await sendcloud.outbox.send(event!)).toBe(204);
      expect(await item(itemID)).toEqual(before);
      expect(before.status).toBe('in-route');
      sendcloud.outbox.held = false;
    },
  );

  it('is not moved by what is signed and cannot be read, which is no failure of the service', async () => {
    const { itemID, shipment } = await sent();
    sendcloud.outbox.held = true;
    sendcloud.move(shipment, 'PARCEL_EN_ROUTE');
    const { outbox } = sendcloud;
    const { timestamp, ...event } = JSON.parse(outbox.events.at(-1)!.body);
    const changed = (parcel: object, at: unknown = timestamp) => ({ ...event, carrier_status_change_timestamp: at, parcel });
    for (const body of [
      ...['no JSON', '', '[]', 'null', '{}', '{"action":"parcel_status_changed"}', '{"action":7}'],
      JSON.stringify(changed({ ...event.parcel, shipment_uuid: 'a\0' })),
      JSON.stringify(changed({ ...event.parcel, status: null })),
      ...[9e15, -1, 5e14, 'never'].map((at) => JSON.stringify(changed(event.parcel, at))),
    ]) {
      outbox.add(body);
      expect([body, await outbox.send(outbox.events.at(-1)!)]).toEqual([body, 400]);
    }
    expect((await item(itemID)).status).toBe('pickup-scheduled');
    outbox.held = false;
  });

  it('in trouble stays where it is, is told of, and is a task behind packing', async () => {
    const { itemID, shipment } = await sent();
    sendcloud.move(shipment, 'PARCEL_EN_ROUTE');
    sendcloud.move(shipment, 'RETURNED_TO_SENDER');
    await sendcloud.outbox.settled();
    expect(await item(itemID)).toMatchObject({ status: 'in-route', shipment: { problem: 'returned' } });
    const { tasks } = (await hotel.call('GET', '/desk/tasks')).body;
    expect(tasks.map(({ kind }: { kind: string }) => kind).slice(0, 4)).toEqual([
      'reply',
      'hand-over',
      'pack',
      'shipment-problem',
    ]);
    expect(tasks[3].records.map(({ ID }: { ID: number }) => ID)).toContain(itemID);
    await hotel.call('PUT', `/items/${itemID}/status`, { status: 'finished' });
    const { tasks: left } = (await hotel.call('GET', '/desk/tasks')).body;
    expect(left[3].records.map(({ ID }: { ID: number }) => ID)).not.toContain(itemID);
  });
});
