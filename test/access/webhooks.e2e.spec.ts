import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '../support/call.js';
import { Receiver } from '../support/receiver.js';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const PASSWORD = 'pa55-of-the-endpoint';

let service: TestService;
let receiver: Receiver;
let worker: Awaited<ReturnType<typeof startWorker>>;
let admin: Call;
let localAdmin: Call;
let address: string;

beforeAll(async () => {
  service = await startService();
  receiver = await Receiver.open();
  worker = await startWorker(service.options);
  await service.location();
  for (const [username, role] of [
    ['local', 'group_admin'],
    ['whole', 'group_admin'],
    ['property', 'property_admin'],
  ] as const)
    await createUser(service.call, username, role, 'demo:1');
  const { body } = await service.call('GET', '/users');
  const whole = body.find(({ username }: { username: string }) => username === 'whole');
  await service.call('POST', `/users/${whole.ID}/locations`, { addAccessAllLocations: true });
  admin = (await service.signIn('whole')).call;
  localAdmin = (await service.signIn('local')).call;
  address = `http://anna:${PASSWORD}@127.0.0.1:${receiver.port}/hooks`;
});

afterAll(async () => {
  await worker?.close();
  await receiver?.close();
  await service?.stop();
});

const configure = (call: Call, url: string) =>
  call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: url } });
const shownTo = async (call: Call) => (await call('GET', '/webhooks/config')).body.endpoints.itemStatus;
const authorization = () => receiver.received.at(-1)!.headers.authorization;
const BASIC = `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}`;

/** Registers an item, and waits until its webhook has arrived. */
async function webhookArrives(): Promise<void> {
  const before = receiver.received.length;
  await service.item('demo:1');
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), 50_000);
}

describe('the webhook configuration of a Group', () => {
  it('is not for the admin of one of its Locations: it could send all of the others’ webhooks to itself', async () => {
    for (const [method, path, body] of [
      ['PUT', '/webhooks/config', { endpoints: { itemStatus: receiver.url } }],
      ['POST', '/webhooks/config/rotate-secret', undefined],
      ['POST', '/webhooks/test', { type: 'itemStatus' }],
      ['POST', '/webhooks/redeliver', {}],
    ] as const)
      expect([path, (await localAdmin(method, path, body)).status]).toEqual([path, 403]);
    expect((await configure(admin, receiver.url)).status).toBe(200);
    await webhookArrives();
    const events = await vi.waitFor(async () => {
      const listed = (await admin('GET', '/webhooks/items')).body.events;
      expect(listed).toHaveLength(1);
      return listed;
    }, 20_000);
    expect((await localAdmin('POST', `/webhooks/events/${events[0].ID}/redeliver`)).status).toBe(403);
    expect((await admin('POST', `/webhooks/events/${events[0].ID}/redeliver`)).status).toBe(202);
  });
});

describe('the query of an address', () => {
  it('may hold a secret: it is called, and shown to those alone who may change it', async () => {
    const secret = 'token=s3cr3t-of-the-query';
    await configure(admin, `${receiver.url}?${secret}`);
    const { ID } = (await admin('POST', '/webhooks/endpoints', { url: `${receiver.url}?${secret}`, events: ['item.status'] }))
      .body;
    await webhookArrives();
    const [{ ID: eventID }] = await vi.waitFor(async () => {
      const { events } = (await admin('GET', '/webhooks/items?limit=1')).body;
      expect(events[0].endpoint).toBe(`${receiver.url}?${secret}`);
      return events;
    }, 20_000);
    const paths = ['config', 'endpoints', `endpoints/${ID}`, 'events', 'items', `events/${eventID}`, 'location/demo:1/items'];
    for (const path of paths) {
      const [shown, hidden] = [await admin('GET', `/webhooks/${path}`), await localAdmin('GET', `/webhooks/${path}`)];
      expect([path, hidden.status, JSON.stringify(shown.body).includes(secret)]).toEqual([path, 200, true]);
      expect([path, JSON.stringify(hidden.body).includes(secret)]).toEqual([path, false]);
    }
    await admin('DELETE', `/webhooks/endpoints/${ID}`);
  });
});

describe('the password in an address', () => {
  it('is used, and shown to nobody', async () => {
    const { body } = await configure(service.call, address);
    const masked = `http://anna:***@127.0.0.1:${receiver.port}/hooks`;
    expect(body.endpoints.itemStatus).toBe(masked);
    expect([await shownTo(admin), await shownTo(service.call)]).toEqual([masked, masked]);
    expect([await shownTo(localAdmin), await shownTo((await service.signIn('property')).call)]).toEqual([
      receiver.url,
      receiver.url,
    ]);
    await webhookArrives();
    expect(authorization()).toBe(BASIC);
    await vi.waitFor(async () => {
      const { events } = (await admin('GET', '/webhooks/items?limit=1')).body;
      expect(events[0]).toMatchObject({ status: 'success', endpoint: receiver.url });
    }, 20_000);
    for (const table of ['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts'])
      expect(await service.sql(`select from ${table} t where strpos(t::text, $1) > 0`, [PASSWORD])).toEqual([]);
  });

  it('is kept when its mask is sent back, and not given to another host or for another user', async () => {
    await configure(admin, address);
    expect((await configure(admin, await shownTo(admin))).status).toBe(200);
    await webhookArrives();
    expect(authorization()).toBe(BASIC);
    const stranger = await configure(admin, 'http://anna:***@127.0.0.1:9/hooks');
    expect([stranger.status, stranger.body.errors]).toMatchObject([
      400,
      [{ field: 'endpoints.itemStatus', code: 'not_allowed' }],
    ]);
    expect((await configure(admin, (await shownTo(admin)).replace('anna', 'ben'))).status).toBe(400);
    await configure(admin, receiver.url);
    await webhookArrives();
    expect(authorization()).toBeUndefined();
  });

  it('is sealed when the service starts, where a release before left it in clear', async () => {
    await service.sql(`update webhook_endpoints set url = $1, user_part = null where kind = 'itemStatus'`, [address]);
    await worker.close();
    worker = await startWorker(service.options);
    const [{ url, user_part }] = await service.sql(`select url, user_part from webhook_endpoints where kind = 'itemStatus'`);
    expect([url, user_part.includes(PASSWORD)]).toEqual([receiver.url, false]);
    await webhookArrives();
    expect(authorization()).toBe(BASIC);
  });
});
