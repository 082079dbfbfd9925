import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wrong } from '../support/client.js';
import { startWorker } from '../support/worker.js';
import { type Contract, links, outcome, startContract, TIMESTAMP } from './contract.js';

const HOUR = 60 * 60 * 1000;

let service: Contract;
let worker: INestApplicationContext;
let receiver: Server;
let endpoint: string;

/** A receiver takes notifications of items and fails with those of Requests. */
beforeAll(async () => {
  service = await startContract();
  receiver = createServer((request, response) => response.writeHead(request.url === '/items' ? 204 : 500).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  worker = await startWorker(service.options, { timeout: 2_000, schedule: [HOUR] });
  await service.location(); // demo:1
  await service.location(); // demo:2
});
afterAll(async () => {
  await worker?.close();
  receiver?.closeAllConnections();
  receiver?.close();
  await service?.stop();
});

const register = async (locationID = 'demo:1') => (await service.item(locationID)).ID as number;
const events = async (query: object = {}) => (await service.api.listItemWebhookEvents({ query: wrong(query) })).body.events;
const IDs = (list: { ID: string }[]) => list.map(({ ID }) => ID);

describe('GET /webhooks/config', () => {
  it('shows both kinds disabled and without URL at first', async () => {
    expect(await service.api.getWebhookConfiguration()).toMatchObject({
      status: 200,
      body: {
        webhooks: { itemStatus: false, requestStatus: false },
        endpoints: { itemStatus: null, requestStatus: null },
      },
    });
  });

  it('nothing is listed while nothing is enabled, and health says disabled', async () => {
    await register();
    expect((await service.api.listItemWebhookEvents()).body).toEqual({ events: [], hasMore: false, limit: 50, page: 1 });
    const disabled = { enabled: false, status: 'disabled', success: 0, failed: 0, lastSuccessAt: null, lastFailureAt: null };
    expect((await service.api.getWebhookHealth()).body).toEqual([
      { locationID: 'demo:1', itemStatus: disabled, requestStatus: disabled },
      { locationID: 'demo:2', itemStatus: disabled, requestStatus: disabled },
    ]);
  });

  it('beyond: is set field by field', async () => {
    const put = (body: object) => service.api.changeWebhookConfiguration({ body: wrong(body) });
    const endpoints = { itemStatus: `${endpoint}/items`, requestStatus: `${endpoint}/requests` };
    expect((await put({ webhooks: { itemStatus: true }, endpoints })).body).toMatchObject({
      webhooks: { itemStatus: true, requestStatus: false },
      endpoints,
    });
    const { body } = await put({ webhooks: { requestStatus: true } });
    expect(body).toMatchObject({ webhooks: { itemStatus: true, requestStatus: true }, endpoints });
    expect((await service.api.getWebhookConfiguration()).body).toEqual(body);
  });
});

describe('GET /webhooks/items and /webhooks/requests', () => {
  let itemID: number;
  let requestID: number;
  beforeAll(async () => {
    itemID = await register();
    requestID = (await service.api.makeRequest({ path: { locationID: 'demo:2' }, body: { request: 'Hat' } })).body.ID;
    await register('demo:2');
    await service.api.changeItemStatus({ path: { itemID }, body: { status: 'finished' } });
    await vi.waitFor(
      async () => {
        expect(await events()).toHaveLength(3);
        expect((await service.api.listRequestWebhookEvents()).body.events).toHaveLength(1);
      },
      { timeout: 50_000, interval: 100 },
    );
  });

  it('list what was delivered with status success, newest first', async () => {
    const list = await events();
    const finished = list.find((event: { subjectStatus: string }) => event.subjectStatus === 'finished');
    expect(finished).toEqual({
      ID: expect.any(String),
      type: 'itemStatus',
      status: 'success',
      locationID: 'demo:1',
      itemID,
      subjectStatus: 'finished',
      endpoint: `${endpoint}/items`,
      attempts: 1,
      responseStatus: 204,
      error: null,
      durationMs: expect.any(Number),
      createdAt: expect.stringMatching(TIMESTAMP),
      lastAttemptAt: expect.stringMatching(TIMESTAMP),
      nextAttemptAt: null,
    });
    const moments = list.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  it('list what failed with status failed, its error and the next attempt', async () => {
    const [failed] = (await service.api.listRequestWebhookEvents()).body.events;
    expect(failed).toMatchObject({
      type: 'requestStatus',
      status: 'failed',
      locationID: 'demo:2',
      requestID,
      subjectStatus: 'registered',
      endpoint: `${endpoint}/requests`,
      attempts: 1,
      responseStatus: 500,
      error: 'http_error',
      nextAttemptAt: expect.stringMatching(TIMESTAMP),
    });
  });

  it('are filtered by status', async () => {
    expect(await events({ status: 'success' })).toHaveLength(3);
    expect(await events({ status: 'failed' })).toEqual([]);
    const requests = async (status: 'success' | 'failed') =>
      (await service.api.listRequestWebhookEvents({ query: { status } })).body.events;
    expect([(await requests('failed')).length, (await requests('success')).length]).toEqual([1, 0]);
  });

  it('are filtered by startDate and endDate, both inclusive, in three formats', async () => {
    const list = await events();
    const { createdAt } = list[1];
    const moment = createdAt.replace(' ', 'T');
    const seconds = moment.slice(0, 19);
    const within = list.filter((event: { createdAt: string }) => event.createdAt === createdAt);
    expect(IDs(await events({ startDate: `${moment}Z`, endDate: `${moment}Z` }))).toEqual(IDs(within));
    const since = list.filter((event: { createdAt: string }) => event.createdAt >= `${createdAt.slice(0, 19)}.000`);
    for (const startDate of [seconds, `${seconds}Z`, `${seconds}.000Z`]) {
      expect(IDs(await events({ startDate })), startDate).toEqual(IDs(since));
    }
    const until = list.filter((event: { createdAt: string }) => event.createdAt <= `${createdAt.slice(0, 19)}.000`);
    expect(IDs(await events({ endDate: seconds }))).toEqual(IDs(until));
    expect(await events({ startDate: '2999-01-01T00:00:00Z' })).toEqual([]);
  });

  it('are listed for one Location', async () => {
    const path = { locationID: 'demo:2' };
    const items = (await service.api.listLocationItemWebhookEvents({ path })).body;
    expect(items).toMatchObject({ events: [{ locationID: 'demo:2', type: 'itemStatus' }], hasMore: false, limit: 50, page: 1 });
    expect((await service.api.listLocationRequestWebhookEvents({ path })).body.events).toMatchObject([{ requestID }]);
    const elsewhere = { path: { locationID: 'demo:1' } };
    expect((await service.api.listLocationRequestWebhookEvents(elsewhere)).body.events).toEqual([]);
    for (const locationID of ['demo:99', 'other:1', 'x']) {
      const path = { locationID };
      expect(outcome(await service.api.listLocationItemWebhookEvents({ path })), locationID).toBe('404 not_found');
      expect(outcome(await service.api.listLocationRequestWebhookEvents({ path })), locationID).toBe('404 not_found');
    }
  });

  it('are paged, 50 unless asked otherwise, with links', async () => {
    const all = IDs(await events());
    const page = await service.api.listItemWebhookEvents({ query: { limit: 2 } });
    expect(page.body).toMatchObject({ hasMore: true, limit: 2, page: 1 });
    expect(links(page).next).toEqual({ limit: '2', after: all[1] });
    const next = await service.api.listItemWebhookEvents({ query: wrong(links(page).next) });
    expect(IDs(next.body.events)).toEqual(all.slice(2));
    const second = await service.api.listItemWebhookEvents({ query: { limit: 2, page: 2 } });
    expect(IDs(second.body.events)).toEqual(all.slice(2));
    expect(Object.keys(links(second))).toEqual(['first', 'prev']);
    expect((await service.api.listItemWebhookEvents({ query: { page: 50 } })).body).toMatchObject({ events: [], page: 50 });
    const counted = await service.api.listItemWebhookEvents({ query: { count: true } });
    expect(counted.headers.get('x-total-count')).toBe('3');
  });

  it.each([
    [{ startDate: '2026-11' }, 'startDate invalid_format'],
    [{ endDate: '2026-02-30T00:00:00Z' }, 'endDate invalid_format'],
  ])('%j is refused: %s', async (query, fault) => {
    const path = { locationID: 'demo:1' };
    const answers = [
      await service.api.listItemWebhookEvents({ query: wrong(query) }),
      await service.api.listRequestWebhookEvents({ query: wrong(query) }),
      await service.api.listLocationItemWebhookEvents({ path, query: wrong(query) }),
      await service.api.listLocationRequestWebhookEvents({ path, query: wrong(query) }),
    ];
    expect(answers.map(outcome)).toEqual([fault, fault, fault, fault]);
  });

  it('a startDate after the endDate is refused', async () => {
    const query = { startDate: '2026-11-21T00:00:00Z', endDate: '2026-11-20T00:00:00Z' };
    expect(await service.api.listItemWebhookEvents({ query })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    const same = { startDate: '2026-11-20T00:00:00Z', endDate: '2026-11-20T00:00:00Z' };
    expect(outcome(await service.api.listItemWebhookEvents({ query: same }))).toBe('200');
  });

  it('show nothing of another Group', async () => {
    expect((await service.other.listItemWebhookEvents()).body.events).toEqual([]);
    const [{ ID: eventID }] = await events();
    expect(outcome(await service.other.getWebhookEvent({ path: { eventID } }))).toBe('404 not_found');
  });

  it('beyond: an event shows its payload and every attempt', async () => {
    const [event] = await events();
    const { body } = await service.api.getWebhookEvent({ path: { eventID: event.ID } });
    expect(body).toMatchObject({ ...event, payload: { type: 'item-status', data: { id: event.itemID } } });
    expect(body.attemptLog).toMatchObject([{ attempt: 1, trigger: 'automatic', responseStatus: 204, error: null }]);
  });

  it('beyond: a ping is sent once and not retried, be it sent again', async () => {
    const { ID: eventID } = (await service.api.testWebhook({ body: { type: 'requestStatus' } })).body;
    const failed = (attempts: number) =>
      vi.waitFor(
        async () => {
          const { body } = await service.api.getWebhookEvent({ path: { eventID } });
          expect(body).toMatchObject({ status: 'failed', attempts, nextAttemptAt: null });
        },
        { timeout: 50_000, interval: 100 },
      );
    await failed(1);
    expect((await service.api.redeliverWebhookEvent({ path: { eventID } })).status).toBe(202);
    await failed(2);
  });

  it('GET /webhooks/health has an entry for each active Location', async () => {
    await service.api.deactivateLocation({ path: { locationID: await service.location() } });
    const { body } = await service.api.getWebhookHealth();
    expect(body.map(({ locationID }: { locationID: string }) => locationID)).toEqual(['demo:1', 'demo:2']);
    expect(body[0].itemStatus).toEqual({
      enabled: true,
      status: 'healthy',
      success: 2,
      failed: 0,
      lastSuccessAt: expect.stringMatching(TIMESTAMP),
      lastFailureAt: null,
    });
    expect(body[0].requestStatus).toMatchObject({ enabled: true, status: 'idle', success: 0, failed: 0 });
    expect(body[1].requestStatus).toMatchObject({
      status: 'failing',
      failed: 1,
      lastFailureAt: expect.stringMatching(TIMESTAMP),
    });
  });
});
