import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebhookDispatch } from '#contexts/webhooks';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { backlog, EVENTS, endpointCalls } from './endpoints.js';

let service: TestService;
let worker: INestApplicationContext;

beforeAll(async () => {
  service = await startService();
  await service.location();
  worker = await startWorker(service.options, { schedule: [200, 60_000] });
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});
const { endpoint, create, read, change, eventsOf, failed, end } = endpointCalls(() => service);
afterEach(end);

const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, 50_000);

describe('delivery to endpoints', () => {
  it('is written for twenty by one statement', async () => {
    const IDs: number[] = [];
    for (let count = 0; count < 20; count++) IDs.push((await create({ url: 'http://127.0.0.1:9/', events: EVENTS })).ID);
    await service.sql('create table written (rows int)');
    await service.sql(`create function note_written() returns trigger language plpgsql as
      $$ begin insert into written select count(*) from fresh; return null; end $$`);
    await service.sql(`create trigger note_written after insert on webhook_deliveries referencing new table as fresh
      for each statement execute function note_written()`);
    const { ID } = await service.item('demo:1');
    await service.call('PUT', `/items/${ID}`, { brand: 'Senz' });
    expect(await service.sql('select rows from written')).toEqual([{ rows: 20 }, { rows: 20 }]);
    await service.sql('drop trigger note_written on webhook_deliveries');
    const rows = await service.sql('select distinct kind, event from webhook_deliveries where subject_id = $1', [ID]);
    expect(rows).toHaveLength(40);
  });

  it('to one does not wait for another of the Group that hangs', async () => {
    const [slow, quick] = [await endpoint({ events: ['item.created'] }), await endpoint({ events: ['item.created'] })];
    let released = false;
    slow.receiver.answerWith((response) => {
      if (released) response.writeHead(204).end();
    });
    const items: number[] = [];
    for (let count = 0; count < 60; count++) items.push((await service.item('demo:1')).ID);
    await eventually(() => expect(quick.told).toHaveLength(60));
    expect(await eventsOf(`endpointID=${slow.ID}&status=success`)).toEqual([]);
    expect(
      (await eventsOf(`endpointID=${quick.ID}&limit=100`)).every(({ status }: { status: string }) => status === 'success'),
    ).toBe(true);
    released = true;
  });

  it('that is answered by 410 disables that endpoint alone, and says why until it is enabled again', async () => {
    const [gone, other] = [await endpoint(), await endpoint()];
    gone.receiver.answerWith((response) => response.writeHead(410).end());
    const { ID } = await service.item('demo:1');
    await other.hears(ID, 'item.created');
    await eventually(async () => expect(await read(gone.ID)).toMatchObject({ enabled: false, disabledReason: 'gone' }));
    expect(await read(other.ID)).toMatchObject({ enabled: true, disabledReason: null });
    const { ID: next } = await service.item('demo:1');
    await other.hears(next, 'item.created');
    expect(gone.receiver.received).toHaveLength(1);
    const [failed] = await eventsOf(`endpointID=${gone.ID}`);
    expect((await service.call('POST', `/webhooks/events/${failed.ID}/redeliver`)).body.code).toBe('conflict');
    expect((await change(gone.ID, { enabled: true })).body).toMatchObject({ enabled: true, disabledReason: null });
  });

  it('ends where everything failed for five days', async () => {
    const failing = await endpoint();
    failing.receiver.answerWith((response) => response.writeHead(500).end());
    await service.item('demo:1');
    await failed(failing, 2);
    await service.sql(`update webhook_event_endpoints set failing_since = now() - interval '5 days' where id = $1`, [failing.ID]);
    await service.item('demo:1');
    await eventually(async () => expect(await read(failing.ID)).toMatchObject({ enabled: false, disabledReason: 'failing' }));
  });

  it('is over with the endpoint: what waits for it fails, its log stays', async () => {
    const told = await endpoint();
    told.receiver.answerWith((response) => response.writeHead(500).end());
    await service.item('demo:1');
    await failed(told, 2);
    const [{ ID }] = await eventsOf(`endpointID=${told.ID}`);
    expect((await service.call('DELETE', `/webhooks/endpoints/${told.ID}`)).status).toBe(204);
    expect(await eventsOf(`endpointID=${told.ID}`)).toMatchObject([
      { ID, status: 'failed', error: 'endpoint_disabled', nextAttemptAt: null },
    ]);
    expect((await service.call('POST', `/webhooks/events/${ID}/redeliver`)).body.code).toBe('conflict');
    expect((await service.call('POST', '/webhooks/redeliver', { endpointID: told.ID })).body).toEqual({ count: 0 });
    // Written by a commit that did not see the deletion yet.
    await service.sql(
      `update webhook_deliveries set claimable_at = now() - interval '1 second', status = null, error = null where id = $1`,
      [ID],
    );
    await eventually(async () =>
      expect((await service.call('GET', `/webhooks/events/${ID}`)).body).toMatchObject({
        status: 'failed',
        error: 'endpoint_disabled',
        attempts: 2,
      }),
    );
  });

  it('is made good in a range however long, and over with the endpoint however much waits', async () => {
    const told = await endpoint();
    await backlog(service, told.ID, 1_000);
    const range = { endpointID: told.ID };
    const redelivered = await service.call('POST', '/webhooks/redeliver', range, { 'Idempotency-Key': 'range' });
    expect(redelivered.body).toEqual({ count: 1_000 });
    const received = () => new Set(told.receiver.received.map(({ headers }) => headers['webhook-id'])).size;
    await eventually(() => expect(received()).toBe(1_000));
    const deleted = await endpoint();
    await backlog(service, deleted.ID, 1_000);
    expect((await service.call('DELETE', `/webhooks/endpoints/${deleted.ID}`)).status).toBe(204);
    await eventually(async () =>
      expect(
        await service.sql(`select error, count(*)::int from webhook_deliveries where kind = $1 group by error`, [
          `endpoint:${deleted.ID}`,
        ]),
      ).toEqual([{ error: 'endpoint_disabled', count: 1_000 }]),
    );
    expect(deleted.receiver.received).toEqual([]);
  });

  it('refuses addresses that are not public, as for the configuration', async () => {
    await worker.close();
    worker = await startWorker(service.options, { allowPrivateAddresses: false });
    const told = await endpoint();
    await service.item('demo:1');
    await eventually(async () => expect(await eventsOf(`endpointID=${told.ID}`)).toMatchObject([{ error: 'blocked_address' }]));
    expect(told.receiver.received).toEqual([]);
    await worker.close();
    worker = await startWorker(service.options, { schedule: [200, 60_000] });
  });

  it('is dropped in a copy with the rest', async () => {
    await worker.close();
    const told = await endpoint();
    await service.item('demo:1');
    expect(await service.get(WebhookDispatch).dropWaiting()).toBeGreaterThanOrEqual(1);
    worker = await startWorker(service.options, { schedule: [200, 60_000] });
    const { ID } = await service.item('demo:1');
    await told.hears(ID, 'item.created');
    expect(told.receiver.received).toHaveLength(1);
  });
});
