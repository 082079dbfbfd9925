import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, callsWith } from '../support/call.js';
import { registerItem } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';

const MINUTE = 60_000;
const owner = { contactEmail: 'anna@guest.example' };

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  locationID = await service.location();
});
afterAll(() => service?.stop());

/** The wake-ups by topic that a process of its own adds, of which no worker takes any. */
async function rung(findsTogether: number, work: (call: Call) => Promise<unknown>): Promise<Record<string, number>> {
  await service.sql('truncate bullmq.job, bullmq.dedup cascade');
  const { app, url } = await serveApi({ ...service.options, findsTogether });
  try {
    await work(callsWith(url, service.token));
  } finally {
    // All wake-ups that were asked for are added before it has closed.
    await app.close();
  }
  const rows = await service.sql('select queue, count(*)::int as jobs from bullmq.job group by queue');
  return Object.fromEntries(rows.map(({ queue, jobs }) => [queue, jobs]));
}

const register = (call: Call) => registerItem(call, locationID, { owner });

it('a find that waits for others wakes nobody, and nothing is rung for endpoints that nobody has enabled', async () => {
  expect(await rung(10 * MINUTE, register)).toEqual({});
});

it('a message that is due at once wakes the worker', async () => {
  expect(await rung(0, register)).toEqual({ messages: 1 });
  const { ID } = await register(service.call);
  const wrote = (call: Call) => call('POST', `/items/${ID}/messages`, { kind: 'text', text: 'It is at the reception.' });
  expect(await rung(10 * MINUTE, wrote)).toEqual({ messages: 1 });
  const answered = (call: Call) => call('PUT', `/items/${ID}/response`, { response: 'pickup' });
  expect(await rung(10 * MINUTE, answered)).toEqual({ messages: 1 });
});

it('with an endpoint, a registration rings for its delivery alone', async () => {
  const endpoint = { url: 'https://receiver.example/hook', events: ['item.created'] };
  expect((await service.call('POST', '/webhooks/endpoints', endpoint)).status).toBe(201);
  expect(await rung(10 * MINUTE, register)).toEqual({ deliveries: 1 });
});
