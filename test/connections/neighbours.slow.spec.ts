import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { FakeEasyPost, FakeMews, FakeMollie, FakeOpera, FakeSendcloud, FakeStripe } from '#fakes';
import { ADDRESSES, IN_CALIFORNIA } from '../parcels/parcels.js';
import { OPERA, SERVICE, until } from '../stays/reservations.js';
import type { Call } from '../support/call.js';
import { Receiver } from '../support/receiver.js';
import { created, createLocation, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const silent = { sendcloud: new FakeSendcloud(), stripe: new FakeStripe(), mews: new FakeMews() };
const well = { easypost: new FakeEasyPost(), mollie: new FakeMollie(), opera: new FakeOpera() };
const fakes = Object.entries({ ...silent, ...well });
/** Of one Group: callers who wait for offers, hotels that are read, and labels and payments that the worker has to ask about. */
const [CALLERS, HOTELS, DUE] = [20, 10, 20];

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let receiver: Receiver;
beforeAll(async () => {
  for (const [, fake] of fakes) await fake.start();
  receiver = await Receiver.open();
  const urls = Object.fromEntries(fakes.map(([name, fake]) => [name, fake.url]));
  service = await startService({ connections: new ConnectionSettings({ urls, staysInterval: 10 * 60_000 }) });
  worker = await startWorker(service.options);
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
  await receiver?.close();
  for (const [, fake] of fakes) await fake.stop();
});

/** A hotel whose parcels go with a carrier, where somebody pays at a provider. */
async function hotelOf(call: Call, carrier: object, payment: object, address: object, place: object = {}) {
  const locationID = await createLocation(call, place);
  const { ID: carrierID } = await created(call, '/connections', { name: 'Carrier', ...carrier });
  const { ID: paymentID } = await created(call, '/connections', { name: 'Payments', ...payment });
  const shipping = { paidBy: 'location', currency: 'EUR', rates: [], carrierID };
  expect((await call('PUT', `/locations/${locationID}/shipping`, shipping)).status).toBe(200);
  const owner = { firstName: 'Anna', lastName: 'Ek', contactEmail: 'anna@example.com', address };
  const { ID: itemID } = await registerItem(call, locationID, { owner });
  expect((await call('PUT', `/items/${itemID}/response`, { response: 'ship' })).status).toBe(200);
  return { call, locationID, carrierID, paymentID, itemID: itemID as number };
}

/** Labels that are to be void, and payments that are to be ended, which the worker has to ask about. */
async function isDue(groupID: number, { carrierID, paymentID, itemID }: Awaited<ReturnType<typeof hotelOf>>, count: number) {
  const at = [groupID, itemID, count];
  await service.sql(
    `insert into parcel_labels (group_id, item_id, try, reference, connection_id, state, label_id, bought_at, claimable_at)
     select $1::int, $2::int, 100 + n, $2::int || '-' || n, $4::int, 'void-asked', '0e35e8d8-f2b6-4c3a-8d9b-' || lpad(n::text, 12, '0'),
       now(), now()
     from generate_series(1, $3::int) n`,
    [...at, carrierID],
  );
  await service.sql(
    `insert into payment_pages (group_id, item_id, number, connection_id, reference, provider_id, amount, currency, wanted,
       claimable_at, created_at)
     select $1::int, $2::int, n, $4::int, gen_random_uuid(), 'tr_' || n, 900, 'EUR', false, now(), now()
     from generate_series(1, $3::int) n`,
    [...at, paymentID],
  );
}

it('a Group whose providers are silent keeps no other waiting, in the API or the worker', async () => {
  const { call } = service;
  const sendcloud = { provider: 'sendcloud', settings: { publicKey: 'public-key', secretKey: 'secret-key' } };
  const stripe = { provider: 'stripe', settings: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' } };
  const busy = await hotelOf(call, sendcloud, stripe, ADDRESSES.FR);
  const easypost = { provider: 'easypost', settings: { apiKey: 'EZTK-test', webhookSecret: 'webhook-secret' } };
  const mollie = { provider: 'mollie', settings: { apiKey: 'test_dHar4XY7LxsD' } };
  const group = await service.group('quiet');
  const quiet = await hotelOf(group.call, easypost, mollie, ADDRESSES.US, IN_CALIFORNIA);
  const endpoint = { webhooks: { itemStatus: true }, endpoints: { itemStatus: receiver.url } };
  expect((await quiet.call('PUT', '/webhooks/config', endpoint)).status).toBe(200);
  for (const fake of Object.values(silent)) fake.fail('silent', null, 1_000);
  for (let hotel = 0; hotel < HOTELS; hotel++) {
    const locationID = await createLocation(call);
    const settings = { clientToken: 'client-token', accessToken: 'access-token', services: { [SERVICE]: locationID } };
    await created(call, '/connections', { provider: 'mews', name: 'Stays', settings, locationIDs: [locationID] });
  }
  let given = 0;
  const offers = Array.from({ length: CALLERS }, () =>
    call('POST', `/items/${busy.itemID}/shipment/offers`, {}).finally(() => {
      given += 1;
    }),
  );
  const asked = 'POST /api/v3/shipping-options';
  await until(async () => silent.sendcloud.seen(asked).length === CALLERS);
  await isDue(service.groupID, busy, DUE);
  await isDue(group.groupID, quiet, 1);
  const { ID: stays } = await created(quiet.call, '/connections', {
    provider: 'opera',
    name: 'Stays',
    settings: { ...OPERA, hotels: { HOTEL1: quiet.locationID } },
  });
  const { ID: itemID, ...item } = await registerItem(quiet.call, quiet.locationID);
  expect(item).toMatchObject({ locationID: quiet.locationID });
  expect((await quiet.call('GET', '/items')).status).toBe(200);
  const offered = await quiet.call('POST', `/items/${quiet.itemID}/shipment/offers`, {});
  expect([offered.status, offered.body[0]?.name]).toEqual([200, 'USPS Ground Advantage']);
  const told = () => receiver.received.map(({ body }) => body).join();
  await until(async () => told().includes(`"id":${itemID},`));
  await until(async () => (await quiet.call('GET', `/connections/${stays}`)).body.lastSyncAt !== null);
  await until(async () => well.mollie.requests.length > 0);
  // All of it was done while the first of the other Group's callers still waited.
  expect(given).toBe(0);
  expect(silent.mews.requests.length).toBeLessThan(HOTELS);
  expect(silent.stripe.requests.length).toBeLessThan(DUE);

  const label = () => well.easypost.seen('GET /v2/shipments/:id').length;
  await until(async () => label() > 0);
  const ofLabels = silent.sendcloud.requests.length - silent.sendcloud.seen(asked).length;
  expect(ofLabels).toBeLessThanOrEqual(DUE / 2);
  expect((await Promise.all(offers)).map(({ status }) => status)).toEqual(Array(CALLERS).fill(503));
});
