import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSendcloud } from '#fakes';
import { ADDRESSES } from '../parcels/parcels.js';
import { callsWith } from '../support/call.js';
import { Installation } from './support/installation.js';

const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-label-'));
let sendcloud: FakeSendcloud;
let service: Installation;

beforeEach(async () => {
  sendcloud = await new FakeSendcloud().start();
  service = await Installation.begin({ DATA_DIR: folder, CONNECTION_URLS: JSON.stringify({ sendcloud: sendcloud.url }) });
});
afterEach(async () => {
  await service?.end();
  await sendcloud?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ANNOUNCE = 'POST /api/v3/shipments/announce';
/** What the API waits for when it is killed: a call that was not made yet, one of which the answer never came, and one after that. */
const STEPS = ['POST /api/v3/shipping-options', ANNOUNCE, 'GET /api/v3/shipments'] as const;

it('a label is bought once, wherever the API is killed', async () => {
  const call = () => callsWith(new URL(service.url).origin, service.token);
  const settings = { publicKey: 'public-key', secretKey: 'secret-key' };
  const { body } = await call()('POST', '/connections', { provider: 'sendcloud', name: 'Sendcloud', settings });
  const shipping = { paidBy: 'location', currency: 'EUR', rates: [], carrierID: body.ID };
  expect((await call()('PUT', '/locations/demo:1/shipping', shipping)).status).toBe(200);
  let api = service.firstApi;
  for (const step of STEPS) {
    const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com', address: ADDRESSES.FR };
    const found = {
      item: 'Ring',
      location: 'Bar',
      departuredDate: '2026-11-20 11:00:00',
      shipping: {},
      locationID: 'demo:1',
      owner,
    };
    const { ID } = (await call()('POST', '/items', found)).body;
    await call()('PUT', `/items/${ID}/response`, { response: 'ship' });
    if (step === STEPS[2]) sendcloud.fail('reset after', ANNOUNCE);
    sendcloud.fail('silent', step);
    const before = sendcloud.seen(step).length;
    void call()('POST', `/items/${ID}/shipment/label`, {}).catch(() => undefined);
    await vi.waitFor(() => expect(sendcloud.seen(step).length).toBeGreaterThan(before), { timeout: 50_000, interval: 5 });
    await api.kill();
    api = await service.api();
    const label = () => call()('POST', `/items/${ID}/shipment/label`, {});
    await vi.waitFor(async () => expect((await label()).status).toBe(201), { timeout: 60_000, interval: 1_000 });
    const bought = sendcloud.ledger.bought.filter(
      ({ external_reference_id }) => external_reference_id?.split('-')[0] === String(ID),
    );
    expect(bought.map((one) => one.external_reference_id)).toEqual([String(ID)]);
    expect((await call()('GET', `/items/${ID}`)).body).toMatchObject({
      status: 'pickup-scheduled',
      shipment: { provider: 'sendcloud' },
    });
  }
});
