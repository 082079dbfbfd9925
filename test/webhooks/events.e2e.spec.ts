import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MailServer } from '../messages/mail-server.js';
import { Receiver } from '../support/receiver.js';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { TestEndpoint } from './endpoints.js';

let service: TestService;
let worker: INestApplicationContext;
let all: TestEndpoint;
let mail: MailServer;
const receivers: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  service = await startService();
  await service.location();
  await service.location();
  mail = await MailServer.open((recipient) => {
    if (recipient.startsWith('gone')) return { code: 550, text: `5.1.1 <${recipient}>: no such user` };
    return recipient.startsWith('relay') ? { code: 550, text: '5.7.1 relaying denied' } : null;
  });
  const messages = { smtpUrl: mail.url, from: 'Lost <lost@hotel.example>', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker({ ...service.options, publicUrl: 'https://lost.example' }, {}, messages);
  all = await endpoint();
});
afterAll(async () => {
  await worker?.close();
  for (const each of receivers) await each.close();
  await mail?.close();
  await service?.stop();
});

async function endpoint(body: object = {}): Promise<TestEndpoint> {
  const opened = await TestEndpoint.open(service.call, body);
  receivers.push(opened);
  return opened;
}
const put = (path: string, body: object = {}) => service.call('PUT', path, body);

describe('an endpoint', () => {
  it('is told that an item was made, by that alone', async () => {
    const { ID, createdAt } = await service.item('demo:1', { externalID: 'PMS-1' });
    const [told] = await all.hears(ID, 'item.created');
    expect(told).toEqual({
      type: 'item.created',
      timestamp: `${createdAt.replace(' ', 'T')}Z`,
      data: { id: ID, locationID: 'demo:1', externalID: 'PMS-1', status: 'contact-missing', changedAt: createdAt },
    });
  });

  it('is told which fields of an item changed, without what is in them, and its status apart', async () => {
    const { ID } = await service.item('demo:1');
    await put(`/items/${ID}`, {
      brand: 'Senz',
      owner: { contactEmail: 'zoe@guest.example' },
      externalID: 'PMS-2',
      item: 'Umbrella',
    });
    const told = await all.hears(ID, 'item.created', 'item.updated', 'item.status', 'item.message');
    const own = { id: ID, locationID: 'demo:1', externalID: 'PMS-2', status: 'waiting-response' };
    expect(told.find(({ type }) => type === 'item.updated')!.data).toEqual({
      ...own,
      changedAt: expect.any(String),
      fields: expect.arrayContaining(['brand', 'externalID', 'owner']),
    });
    expect(told.find(({ type }) => type === 'item.updated')!.data.fields).toHaveLength(3);
    expect(told.find(({ type }) => type === 'item.status')!.data).toEqual({
      ...own,
      changedAt: expect.any(String),
      previousStatus: 'contact-missing',
    });
    expect(JSON.stringify(told)).not.toMatch(/Senz|zoe@guest/);
  });

  it('is told of a shipment once for each step', async () => {
    const { ID } = await service.item('demo:1');
    const address = { address: 'Kade', city: 'Rotterdam', countryID: 'NL', zipCode: '3011 AB' };
    await put(`/items/${ID}/response`, { response: 'ship', address });
    const answered = ['item.created', 'item.updated', 'item.status', 'item.shipment'];
    await all.hears(ID, ...answered);
    const step = { status: 'in-route', carrier: 'PostNL', trackingNumber: '3S1' };
    expect((await service.call('POST', `/items/${ID}/shipment`, step)).status).toBe(200);
    const told = await all.hears(ID, ...answered, 'item.status', 'item.shipment');
    // The statement of the shipment runs before the status is written: it must still tell the new one.
    expect(told.filter(({ type }) => type === 'item.shipment').map(({ data }) => data.status)).toEqual(
      expect.arrayContaining(['shipment-paid', 'in-route']),
    );
    expect(JSON.stringify(told)).not.toMatch(/3S1|Kade/);
  });

  it('is told of a deletion, by that alone, with the key that the integration knows it by', async () => {
    const { ID } = await service.item('demo:1', { externalID: 'PMS-3' });
    await service.call('DELETE', `/items/${ID}`);
    const told = await all.hears(ID, 'item.created', 'item.deleted');
    expect(told.at(-1)!.data).toMatchObject({ status: 'deleted', externalID: 'PMS-3' });
  });

  it.each([
    ['was sent', 'anna@guest.example', 'sent', ['item.created', 'item.message']],
    ['has failed', 'relay@guest.example', 'failed', ['item.created', 'item.message']],
    ['bounced', 'gone@guest.example', 'bounced', ['item.created', 'item.message', 'item.status']],
  ])('is told that a message %s, and not to whom', async (_what, contactEmail, status, types) => {
    const { ID } = await service.item('demo:1', { owner: { contactEmail } });
    const told = await all.hears(ID, ...types);
    expect(told.find(({ type }) => type === 'item.message')!.data).toMatchObject({
      id: ID,
      locationID: 'demo:1',
      message: { kind: 'item-found', channel: 'email', status, direction: 'out' },
    });
    expect(JSON.stringify(told)).not.toContain('guest.example');
  });

  it('is told of Requests', async () => {
    const { ID: itemID } = await service.item('demo:1');
    const { ID } = await makeRequest(service.call, 'demo:1', { externalID: 'R-1' });
    await put(`/requests/${ID}/question`, { question: 'Which brand is it?' });
    await put(`/requests/${ID}/answer`, { answer: 'Senz' });
    await put(`/requests/${ID}/match`, { itemID });
    const { ID: deleted } = await makeRequest(service.call, 'demo:1');
    expect((await service.call('DELETE', `/requests/${deleted}`)).status).toBe(204);
    const requests = () => all.told.filter(({ type }) => type.startsWith('request.'));
    await vi.waitFor(() => expect(requests()).toHaveLength(9), 50_000);
    const ofDeleted = requests().filter(({ data }) => data.id === deleted);
    expect(ofDeleted.map(({ type, data }) => [type, data.status]).sort()).toEqual([
      ['request.created', 'registered'],
      ['request.deleted', 'deleted'],
    ]);
    const told = requests().filter(({ data }) => data.id === ID);
    expect(told.every(({ data }) => data.externalID === 'R-1')).toBe(true);
    const updated = told.filter(({ type }) => type === 'request.updated').map(({ data }) => data.fields);
    expect(updated).toHaveLength(3);
    expect(updated).toEqual(expect.arrayContaining([['askForDetails'], ['askForDetails'], ['matchedItemID', 'resolved']]));
    const steps = told.filter(({ type }) => type === 'request.status').map(({ data }) => [data.previousStatus, data.status]);
    expect(steps).toHaveLength(3);
    expect(steps).toEqual(
      expect.arrayContaining([
        ['registered', 'waiting-guest-response'],
        ['waiting-guest-response', 'registered'],
        ['registered', 'resolved'],
      ]),
    );
  });

  it('is told of Locations', async () => {
    await put('/locations/demo:2', { reference: 'R2', itemStorageDays: 30 });
    const [told] = await all.hears('demo:2', 'location.updated');
    expect(told!.data).toEqual({
      id: 'demo:2',
      locationID: 'demo:2',
      externalID: null,
      status: 'active',
      changedAt: expect.any(String),
      fields: expect.arrayContaining(['reference', 'itemStorageDays']),
    });
    await put('/locations/demo:2/deactivate');
    const both = await all.hears('demo:2', 'location.updated', 'location.updated');
    expect(both.map(({ data }) => [data.status, data.fields])).toContainEqual(['deactivated', ['active']]);
    await put('/locations/demo:2/reactivate');
  });

  it('is told only of the events and Locations that it names', async () => {
    const here = await endpoint({ events: ['item.created', 'item.deleted'], locationIDs: ['demo:2'] });
    const [one, two] = [(await service.item('demo:1')).ID, (await service.item('demo:2')).ID];
    await put(`/items/${two}`, { brand: 'Senz' });
    for (const ID of [one, two]) await service.call('DELETE', `/items/${ID}`);
    await all.hears(one, 'item.created', 'item.deleted');
    await here.hears(two, 'item.created', 'item.deleted');
    expect(here.told.map(({ data }) => data.id)).toEqual([two, two]);
  });

  it('hears nothing of another Group', async () => {
    const { call } = await service.group('other');
    expect((await call('GET', '/webhooks/endpoints')).body).toEqual([]);
    expect((await call('GET', `/webhooks/endpoints/${all.ID}`)).status).toBe(404);
    expect((await call('DELETE', `/webhooks/endpoints/${all.ID}`)).status).toBe(404);
    expect((await call('GET', '/webhooks/events')).body.events).toEqual([]);
  });
});

describe('the payload of the configuration', () => {
  it('carries the own key too, and nothing else is new in it', async () => {
    const receiver = await Receiver.open();
    receivers.push(receiver);
    await put('/webhooks/config', {
      webhooks: { itemStatus: true, requestStatus: true },
      endpoints: { itemStatus: receiver.url, requestStatus: receiver.url },
    });
    const item = await service.item('demo:1', { externalID: 'PMS-9' });
    const request = await makeRequest(service.call, 'demo:1');
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 50_000);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    expect(bodies.find(({ type }) => type === 'item-status').data).toEqual({
      id: item.ID,
      locationID: 'demo:1',
      externalID: 'PMS-9',
      status: 'contact-missing',
      previousStatus: null,
      changedAt: item.createdAt,
      locationReference: null,
    });
    expect(bodies.find(({ type }) => type === 'request-status').data).toEqual({
      id: request.ID,
      locationID: 'demo:1',
      externalID: null,
      status: 'registered',
      previousStatus: null,
      changedAt: request.createdAt,
      matchedItemID: null,
      locationReference: null,
    });
  });
});
