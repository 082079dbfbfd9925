import type { INestApplicationContext } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '../support/call.js';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { backlog, endpointCalls } from './endpoints.js';

const HOOKS = 'https://hooks.example.com/lost';
const NEW = { url: HOOKS, events: ['item.created'] };

let service: TestService;
let worker: INestApplicationContext;
let admin: Call;
let property: Call;

beforeAll(async () => {
  service = await startService();
  await service.location();
  await service.location();
  worker = await startWorker(service.options, { schedule: [200, 60_000] });
  await createUser(service.call, 'local', 'group_admin', 'demo:1');
  await createUser(service.call, 'property', 'property_admin', 'demo:1');
  admin = (await service.signIn('local')).call;
  property = (await service.signIn('property')).call;
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});
const { endpoint, create, read, change, eventsOf, failed, end } = endpointCalls(() => service);
afterEach(end);

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, 50_000);

describe('a webhook endpoint', () => {
  it('that is not deleted, as its If-Match is stale, keeps what waits for it, also where it is switched off', async () => {
    const { ID } = await create(NEW);
    await change(ID, { enabled: false });
    await backlog(service, ID, 15);
    const waiting = async () =>
      (await service.sql('select from webhook_deliveries where kind = $1 and claimable_at is not null', [`endpoint:${ID}`]))
        .length;
    const stale = await service.call('DELETE', `/webhooks/endpoints/${ID}`, undefined, { 'If-Match': '"1"' });
    expect([stale.status, await waiting()]).toEqual([412, 15]);
    expect((await service.call('DELETE', `/webhooks/endpoints/${ID}`)).status).toBe(204);
    expect(await waiting()).toBe(0);
    await service.sql('delete from webhook_deliveries where kind = $1', [`endpoint:${ID}`]);
  });

  it('is made with a secret that is shown once, read, changed and deleted', async () => {
    const answer = await service.call('POST', '/webhooks/endpoints', { ...NEW, description: 'Housekeeping' });
    const { secret, ...record } = answer.body;
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v2/webhooks/endpoints/${record.ID}`]);
    expect(secret).toMatch(/^whsec_/);
    expect(record).toEqual({
      ID: expect.any(Number),
      url: HOOKS,
      description: 'Housekeeping',
      events: ['item.created'],
      locationIDs: null,
      enabled: true,
      disabledReason: null,
      createdAt: expect.any(String),
      updatedAt: record.createdAt,
    });
    expect(await read(record.ID)).toEqual(record);
    const changes = { description: null, events: ['item.status', 'item.deleted'], locationIDs: ['demo:2'], enabled: false };
    const changed = await change(record.ID, changes);
    expect(changed.body).toEqual({ ...record, ...changes, updatedAt: expect.any(String) });
    expect((await service.call('GET', '/webhooks/endpoints')).body).toEqual([changed.body]);
    expect((await service.call('DELETE', `/webhooks/endpoints/${record.ID}`)).status).toBe(204);
    expect((await service.call('GET', `/webhooks/endpoints/${record.ID}`)).status).toBe(404);
    expect((await service.call('DELETE', `/webhooks/endpoints/${record.ID}`)).status).toBe(404);
    // Never reused.
    expect((await create(NEW)).ID).toBeGreaterThan(record.ID);
  });

  it.each([
    [{ events: ['item.created'] }, 'url required'],
    [{ url: HOOKS }, 'events required'],
    [{ ...NEW, events: [] }, 'events too_short'],
    [{ ...NEW, events: ['item.created', 'item.lost'] }, 'events.1 not_allowed'],
    [{ ...NEW, url: 'ftp://hooks.example.com' }, 'url invalid_format'],
    [{ ...NEW, locationIDs: [] }, 'locationIDs too_short'],
    [{ ...NEW, locationIDs: ['demo:1', 'other:1'] }, 'locationIDs.1 unknown_reference'],
    [{ ...NEW, secret: 'whsec_x' }, 'secret unknown_field'],
  ])('is refused as %j', async (body, fault) => {
    const { status, body: problem } = await service.call('POST', '/webhooks/endpoints', body);
    expect([status, problem.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)]).toEqual([400, [fault]]);
  });

  it('is one of at most twenty, whatever comes at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => service.call('POST', '/webhooks/endpoints', NEW)));
    const refused = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.code]);
    expect(refused).toEqual(Array(4).fill([409, 'limit_reached']));
    expect(new Set((await service.call('GET', '/webhooks/endpoints')).body.map(({ ID }: { ID: number }) => ID)).size).toBe(20);
    await service.call('DELETE', `/webhooks/endpoints/${answers.find(({ status }) => status === 201)!.body.ID}`);
    expect((await service.call('POST', '/webhooks/endpoints', NEW)).status).toBe(201);
  });

  it('is configured by who may configure webhooks, and read by admins as far as they reach', async () => {
    const [everywhere, there, both] = [
      await create({ ...NEW, url: 'https://anna:pa55-of-hooks@hooks.example.com/lost' }),
      await create({ ...NEW, locationIDs: ['demo:2'] }),
      await create({ ...NEW, locationIDs: ['demo:1', 'demo:2'] }),
    ];
    expect(everywhere.url).toBe('https://anna:***@hooks.example.com/lost');
    for (const call of [admin, property]) {
      const { body } = await call('GET', '/webhooks/endpoints');
      expect(body.map(({ ID, url, locationIDs }: Record<string, unknown>) => [ID, url, locationIDs])).toEqual([
        [everywhere.ID, HOOKS, null],
        [both.ID, HOOKS, ['demo:1']],
      ]);
      expect((await call('GET', `/webhooks/endpoints/${there.ID}`)).status).toBe(404);
      expect((await call('POST', '/webhooks/endpoints', NEW)).status).toBe(403);
      expect((await call('PUT', `/webhooks/endpoints/${both.ID}`, {})).status).toBe(403);
    }
    const [stored] = await service.sql('select t::text as row from webhook_event_endpoints t where id = $1', [everywhere.ID]);
    expect(stored.row).not.toContain('pa55-of-hooks');
    expect((await change(everywhere.ID, { url: 'https://anna:***@hooks.example.com/moved' })).status).toBe(200);
    const elsewhere = await change(everywhere.ID, { url: 'https://anna:***@evil.example.com/' });
    expect(elsewhere.body.errors).toMatchObject([{ field: 'url', code: 'not_allowed' }]);
  });

  it('signs with the old secret beside the new one for 24 hours', async () => {
    const told = await endpoint();
    const answer = await service.call('POST', `/webhooks/endpoints/${told.ID}/rotate-secret`);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['secret']]);
    const old = told.secret;
    const { ID } = await service.item('demo:1');
    await told.hears(ID, 'item.created');
    told.secret = answer.body.secret;
    await told.hears(ID, 'item.created');
    await service.sql(`update webhook_event_endpoints set old_secret_until = now() where id = $1`, [told.ID]);
    const { ID: later } = await service.item('demo:1');
    await vi.waitFor(() => expect(told.receiver.received).toHaveLength(2), 50_000);
    const { body, headers } = told.receiver.received[1]!;
    expect(() => new Webhook(old).verify(body, headers)).toThrow();
    expect(new Webhook(told.secret).verify(body, headers)).toMatchObject({ data: { id: later } });
  });

  it('is tried out by a signed ping, which is not listed', async () => {
    const told = await endpoint();
    const { status, body } = await service.call('POST', `/webhooks/endpoints/${told.ID}/test`);
    expect(status).toBe(202);
    await eventually(() => expect(told.receiver.received).toHaveLength(1));
    const [{ body: sent, headers }] = told.receiver.received as [(typeof told.receiver.received)[number]];
    expect([headers['webhook-id'], new Webhook(told.secret).verify(sent, headers)]).toMatchObject([body.ID, { type: 'test' }]);
    await eventually(async () =>
      expect((await service.call('GET', `/webhooks/events/${body.ID}`)).body).toMatchObject({
        type: 'test',
        endpointID: told.ID,
        status: 'success',
      }),
    );
    expect(await eventsOf(`endpointID=${told.ID}`)).toEqual([]);
    await change(told.ID, { enabled: false });
    expect((await service.call('POST', `/webhooks/endpoints/${told.ID}/test`)).body.code).toBe('conflict');
    expect((await service.call('POST', '/webhooks/endpoints/999/test')).status).toBe(404);
  });
});

describe('what endpoints were told', () => {
  it('is listed with the rest, by type, status, endpoint, Location and time, and not among the items', async () => {
    const [good, bad] = [await endpoint(), await endpoint({ events: ['item.created'] })];
    bad.receiver.answerWith((response) => response.writeHead(500).end());
    const kinds = { itemStatus: good.receiver.url };
    await service.call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: kinds });
    const since = new Date().toISOString();
    const [one, two] = [(await service.item('demo:1')).ID, (await service.item('demo:2')).ID];
    await service.call('PUT', '/locations/demo:2', { reference: since });
    // What still waits when its kind is switched off is not sent, and so not listed.
    await eventually(async () => expect(await eventsOf(`startDate=${since}&type=itemStatus&status=success`)).toHaveLength(2));
    await service.call('PUT', '/webhooks/config', { webhooks: { itemStatus: false } });
    const told = (list: { type: string; endpointID?: number; itemID?: number; locationID: string }[]) =>
      list.map(({ type, endpointID, itemID, locationID }) => [
        type,
        `endpoint ${endpointID}`,
        itemID === undefined ? locationID : `item ${itemID}`,
      ]);
    const [toGood, toBad, first, second] = [`endpoint ${good.ID}`, `endpoint ${bad.ID}`, `item ${one}`, `item ${two}`];
    const expected = [
      ['item.created', toGood, first],
      ['item.created', toGood, second],
      ['item.created', toBad, first],
      ['item.created', toBad, second],
      ['itemStatus', 'endpoint undefined', first],
      ['itemStatus', 'endpoint undefined', second],
      ['location.updated', toGood, 'demo:2'],
    ];
    const sorted = (list: string[][]) => list.sort();
    const all = () => eventsOf(`startDate=${since}`);
    await eventually(async () => expect(sorted(told(await all()))).toEqual(expected.sort()));
    const IDs = (await all()).map(({ ID }: { ID: string }) => ID);
    expect(IDs).toEqual(IDs.toSorted().reverse());
    // Page by page, in both ways.
    const pages = [await eventsOf(`startDate=${since}&limit=3`), await eventsOf(`startDate=${since}&limit=3&after=${IDs[2]}`)];
    expect([...pages[0], ...pages[1], ...(await eventsOf(`startDate=${since}&limit=3&page=3`))].map(({ ID }) => ID)).toEqual(IDs);
    const having = (...parts: string[]) => expected.filter((row) => parts.every((part) => row.includes(part))).sort();
    for (const [query, rows] of [
      [`endpointID=${bad.ID}`, having(toBad)],
      ['type=itemStatus', having('itemStatus')],
      ['type=item.created', having('item.created')],
      [`type=item.created&endpointID=${good.ID}`, having('item.created', toGood)],
      [`type=itemStatus&endpointID=${good.ID}`, []],
      ['status=failed', having(toBad)],
      ['locationID=demo:1', having(first)],
      ['type=location.updated&status=success&locationID=demo:2', having('location.updated')],
    ] as const)
      expect([query, sorted(told(await eventsOf(`startDate=${since}&${query}`)))]).toEqual([query, rows]);
    expect(await eventsOf(`endDate=${since}&endpointID=${good.ID}`)).toEqual([]);
    // Who sees demo:1 only, sees what is about it only.
    expect(
      (await eventsOf(`startDate=${since}`, property)).every((event: Record<string, unknown>) => event.locationID === 'demo:1'),
    ).toBe(true);
    for (const query of ['locationID=demo:99', 'endpointID=999', 'endpointID=0', 'type=item.lost'])
      expect((await service.call('GET', `/webhooks/events?${query}`)).status).toBe(400);
    expect((await property('GET', '/webhooks/events?locationID=demo:2')).body.errors).toMatchObject([
      { code: 'unknown_reference' },
    ]);
    const items = (await service.call('GET', `/webhooks/items?startDate=${since}`)).body.events;
    expect(new Set(items.map(({ type }: { type: string }) => type))).toEqual(new Set(['itemStatus']));
    const health = (await service.call('GET', `/webhooks/endpoints/${bad.ID}/health`)).body;
    expect(health).toMatchObject([
      { locationID: 'demo:1', enabled: true, status: 'failing', success: 0, failed: 1 },
      { locationID: 'demo:2', enabled: true, status: 'failing', success: 0, failed: 1 },
    ]);
    expect(await eventsOf('count=true&limit=1')).toHaveLength(1);
    const one_ = await service.call('GET', `/webhooks/events?startDate=${since}&count=true&limit=1`);
    expect(one_.headers.get('x-total-count')).toBe(String(expected.length));
  });

  it('is sent again on demand, alone and in a range, with the same bytes', async () => {
    const told = await endpoint();
    told.receiver.answerWith((response) => response.writeHead(500).end());
    await service.item('demo:1');
    await failed(told, 2);
    told.receiver.answerWith((response) => response.writeHead(204).end());
    const range = { type: 'item.created', endpointID: told.ID };
    expect((await service.call('POST', '/webhooks/redeliver', range)).body).toEqual({ count: 1 });
    await eventually(async () =>
      expect(await eventsOf(`endpointID=${told.ID}`)).toMatchObject([{ status: 'success', attempts: 3 }]),
    );
    const [{ ID }] = await eventsOf(`endpointID=${told.ID}`);
    expect((await service.call('POST', `/webhooks/events/${ID}/redeliver`)).status).toBe(202);
    await eventually(() => expect(told.receiver.received).toHaveLength(4));
    expect(new Set(told.receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    const { body } = await service.call('GET', `/webhooks/events/${ID}`);
    expect(body).toMatchObject({ type: 'item.created', endpointID: told.ID, payload: { type: 'item.created' } });
  });
});
