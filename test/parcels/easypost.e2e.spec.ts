import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeEasyPost } from '#fakes';
import { startWorker } from '../support/worker.js';
import { ADDRESSES, CUSTOMS, IN_CALIFORNIA, type Shipping, startShipping } from './parcels.js';

/** In days. */
const HOUR = 1 / 24;
let easypost: FakeEasyPost;
let hotel: Shipping;
let worker: INestApplicationContext;

beforeAll(async () => {
  easypost = await new FakeEasyPost().start();
  hotel = await startShipping('easypost', easypost, { location: IN_CALIFORNIA });
  worker = await startWorker(hotel.options);
});
afterAll(async () => {
  await worker?.close();
  await hotel?.stop();
  await easypost?.stop();
});

const toSend = () => hotel.toSend(ADDRESSES.US);
const item = async (itemID: number) => (await hotel.call('GET', `/items/${itemID}`)).body;
const bought = (itemID: number) => easypost.ledger.bought.filter(({ reference }) => reference?.split('-')[0] === String(itemID));

describe('a label of EasyPost', () => {
  it('is offered by carrier and service, bought, and read as PDF', async () => {
    const itemID = await toSend();
    const { body } = await hotel.call('POST', `/items/${itemID}/shipment/offers`, {});
    expect(body).toMatchObject([
      { service: 'USPS:GroundAdvantage', name: 'USPS Ground Advantage', price: 8.45, currency: 'USD', days: '3' },
      { service: 'USPS:Priority', price: 9.8 },
      { service: 'UPSDAP:NextDayAir', price: 61.2 },
    ]);
    expect(easypost.ledger.bought).toEqual([]);
    const label = await hotel.ship(itemID, { service: 'USPS:Priority' });
    expect(label.body).toMatchObject({
      status: 'pickup-scheduled',
      shipment: { provider: 'easypost', carrier: 'USPS', service: 'USPS:Priority', cost: 9.8, currency: 'USD' },
    });
    const headers = { authorization: `Bearer ${hotel.token}` };
    for (const _again of [1, 2]) {
      const pdf = await fetch(`${hotel.url}/api/v2/items/${itemID}/shipment/label`, { headers });
      expect(await pdf.text()).toMatch(/^%PDF-/);
    }
    expect(easypost.seen('GET /v2/shipments/:id/label')).toHaveLength(1);
  });

  it.each([
    ['POST /v2/shipments/:id/buy', 'reset after'],
    ['POST /v2/shipments/:id/buy', '500 after'],
    ['POST /v2/shipments/:id/buy', '500 before'],
    ['POST /v2/shipments', 'reset after'],
  ] as const)('is one after %s with %s', async (route, fault) => {
    const itemID = await toSend();
    easypost.fail(fault, route);
    if ((await hotel.ship(itemID)).status !== 201) expect((await hotel.ship(itemID)).status).toBe(201);
    expect(bought(itemID)).toEqual([expect.objectContaining({ reference: String(itemID) })]);
    expect((await item(itemID)).status).toBe('pickup-scheduled');
  });

  it('that is refused has its words, and the next a reference of its own', async () => {
    const itemID = await toSend();
    easypost.refusals.push('Insufficient funds.');
    expect(await hotel.ship(itemID)).toMatchObject({
      status: 409,
      body: { code: 'carrier_refused', detail: 'Insufficient funds.' },
    });
    expect((await hotel.ship(itemID)).status).toBe(201);
    expect(bought(itemID).map(({ reference }) => reference)).toEqual([`${itemID}-2`]);
  });

  it('abroad has prices before it is declared, and is bought with the declaration', async () => {
    const itemID = await hotel.toSend(ADDRESSES.FR);
    expect((await hotel.call('POST', `/items/${itemID}/shipment/offers`, {})).body).toHaveLength(2);
    expect((await hotel.ship(itemID, {})).status).toBe(400);
    expect((await hotel.ship(itemID, { customs: CUSTOMS })).status).toBe(201);
    expect(bought(itemID)[0]!.customs_info).toMatchObject({ customs_items: [{ description: 'Leather wallet', value: 30 }] });
  });
});

describe('a parcel of EasyPost', () => {
  /** Sends the last event again, changed. */
  async function sent(change: (headers: Record<string, string>) => object, signed: 'well' | 'an hour ago' = 'well') {
    const event = easypost.outbox.events.at(-1)!;
    const { signature } = easypost as unknown as { signature(body: string, at: Date): Record<string, string> };
    const at = new Date(Date.now() - (signed === 'well' ? 0 : 3_600_000));
    const headers = { ...event.headers, ...change(signature.call(easypost, event.body, at)) } as Record<string, string>;
    return (await fetch(event.url, { method: 'POST', body: event.body, headers })).status;
  }

  it('is moved by what is signed with its time, and not five minutes later; by what is signed without one where it has none', async () => {
    const itemID = await toSend();
    await hotel.ship(itemID);
    easypost.outbox.held = true;
    easypost.move(bought(itemID)[0]!, 'in_transit');
    const asItIs = (headers: Record<string, string>) => headers;
    expect(await sent(asItIs, 'an hour ago')).toBe(401);
    for (const name of ['X-Timestamp', 'X-Path', 'X-Hmac-Signature-V2']) {
      for (const value of ['', new Date(Date.now() + 60_000).toUTCString()]) {
        expect(await sent((headers) => ({ ...headers, [name]: value })), name).toBe(401);
      }
    }
    expect((await item(itemID)).status).toBe('pickup-scheduled');
    expect(await sent(asItIs)).toBe(204);
    expect((await item(itemID)).status).toBe('in-route');
    easypost.dates = false;
    easypost.move(bought(itemID)[0]!, 'delivered');
    expect(await sent(({ 'X-Hmac-Signature': _none, ...headers }) => headers)).toBe(401);
    expect(await sent(asItIs, 'an hour ago')).toBe(204);
    expect((await item(itemID)).status).toBe('delivered');
    Object.assign(easypost, { dates: true });
    easypost.outbox.held = false;
  });
});

describe('the worker', () => {
  it('asks about a parcel after six hours of silence, and not before', async () => {
    const itemID = await toSend();
    await hotel.ship(itemID);
    easypost.outbox.held = true;
    const [shipment] = bought(itemID);
    easypost.move(shipment!, 'in_transit');
    const due = 'select extract(hour from claimable_at - bought_at)::int as hours from parcel_labels where item_id = $1';
    expect(await hotel.sql(due, [itemID])).toEqual([{ hours: 6 }]);
    hotel.clock.forward(5 * HOUR);
    expect((await item(itemID)).status).toBe('pickup-scheduled');
    hotel.clock.forward(HOUR);
    await expect.poll(async () => (await item(itemID)).status, { timeout: 50_000 }).toBe('in-route');
    easypost.outbox.held = false;
  });

  it('asks once a day whether a label is void at last, which is refused here without an event', async () => {
    const itemID = await toSend();
    await hotel.ship(itemID);
    expect((await hotel.call('DELETE', `/items/${itemID}/shipment/label`)).body.status).toBe('shipment-paid');
    easypost.settle(bought(itemID)[0]!, 'rejected');
    hotel.clock.forward(1 + HOUR);
    await expect.poll(async () => (await item(itemID)).shipment?.problem, { timeout: 50_000 }).toBe('void-refused');
  });

  it('finishes a purchase whose caller is gone', async () => {
    const itemID = await toSend();
    easypost.fail('reset after', 'POST /v2/shipments/:id/buy');
    easypost.fail('500 before', 'GET /v2/shipments', 4);
    expect((await hotel.ship(itemID)).status).toBe(503);
    hotel.clock.forward(HOUR);
    await expect.poll(async () => (await item(itemID)).status, { timeout: 50_000 }).toBe('pickup-scheduled');
    expect(bought(itemID)).toHaveLength(1);
  });
});
