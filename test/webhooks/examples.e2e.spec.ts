import { readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MailServer } from '../messages/mail-server.js';
import { webhookFaults } from '../support/contract.js';
import { Receiver } from '../support/receiver.js';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { TestEndpoint, type Told } from './endpoints.js';

interface Section {
  post: { requestBody: { content: { 'application/json': { examples: { sent: { value: Told } } } } } };
}
const { webhooks }: { webhooks: Record<string, Section> } = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
);
const EXAMPLES = Object.entries(webhooks).map(
  ([name, { post }]) => [name, post.requestBody.content['application/json'].examples.sent.value] as const,
);

let service: TestService;
let worker: INestApplicationContext;
let mail: MailServer;
let endpoint: TestEndpoint;
let configured: Receiver;
beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  await service.location();
  mail = await MailServer.open(() => null);
  const messages = { smtpUrl: mail.url, from: 'Lost <lost@hotel.example>', smsUrl: null, folder: null, schedule: [300] };
  worker = await startWorker({ ...service.options, publicUrl: 'https://lost.example' }, {}, messages);
  endpoint = await TestEndpoint.open(service.call);
  configured = await Receiver.open();
  const endpoints = { itemStatus: configured.url, requestStatus: configured.url };
  await done('PUT', '/webhooks/config', { webhooks: { itemStatus: true, requestStatus: true }, endpoints });
  await everythingHappens();
});
afterAll(async () => {
  await worker?.close();
  await endpoint?.close();
  await configured?.close();
  await mail?.close();
  await service?.stop();
});

async function done(method: string, path: string, body?: object) {
  const answer = await service.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** One item and one Request with the examples' own key, each from its making to its deletion, beside what is told of no record. */
async function everythingHappens(): Promise<void> {
  const { ID } = await service.item('demo:1', { externalID: 'R-482-1' });
  await done('PUT', `/items/${ID}`, { brand: 'Senz', owner: { contactEmail: 'zoe@guest.example' } });
  await vi.waitFor(() => expect(mail.received).toHaveLength(1), 50_000);
  const rates = [{ countries: null, weightID: null, price: 9.9, days: '2–3' }];
  await done('PUT', '/locations/demo:1/shipping', { paidBy: 'guest', currency: 'EUR', rates });
  const address = { recipient: 'Zoe', phoneNumber: '+31201234567', address: 'Kade', city: 'Rotterdam', countryID: 'NL' };
  await done('PUT', `/items/${ID}/response`, { response: 'ship', address: { ...address, zipCode: '3011 AA' } });
  await done('PUT', `/items/${ID}/payment`, { status: 'paid', reference: 'pi_1' });
  await done('POST', `/items/${ID}/shipment`, { status: 'in-route', carrier: 'PostNL', trackingNumber: '3S1' });
  await done('DELETE', `/items/${ID}`);
  const { ID: requestID } = await makeRequest(service.call, 'demo:1', { externalID: 'R-482-1' });
  await done('PUT', `/requests/${requestID}/question`, { question: 'Which brand is it?' });
  await done('DELETE', `/requests/${requestID}`);
  await done('PUT', '/locations/demo:1', { reference: 'North' });
  await done('POST', `/webhooks/endpoints/${endpoint.ID}/test`);
}

const sent = (): Told[] =>
  [endpoint.receiver, configured].flatMap(({ received }) => received.map(({ body }) => JSON.parse(body)));

/** What is sent, but for when and about which record. */
function withoutMoment({ type, timestamp, data }: Told): object {
  const { id, changedAt, ...rest } = data;
  const isPing = Object.keys(data).length === 0;
  if (!isPing) expect(timestamp).toBe(`${String(changedAt).replace(' ', 'T')}Z`);
  return { type, data: isPing ? {} : { ...rest, id: typeof id } };
}

describe('the example of a webhook', () => {
  it('is there for every event that is sent, which is as its schema says', async () => {
    const names = EXAMPLES.map(([name]) => name).sort();
    await vi.waitFor(() => expect([...new Set(sent().map(({ type }) => type))].sort()).toEqual(names), 50_000);
    const wrong = sent().flatMap((body) => webhookFaults(body.type, body).map((fault) => `${body.type}: ${fault}`));
    expect(wrong).toEqual([]);
  });

  it.each(EXAMPLES)('%s is what is sent, and as its schema says', async (name, example) => {
    expect(webhookFaults(name, example)).toEqual([]);
    await vi.waitFor(() => expect(sent().map(withoutMoment)).toContainEqual(withoutMoment(example)), 50_000);
  });
});
