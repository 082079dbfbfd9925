import { afterAll, expect, it, vi } from 'vitest';
import { migrate } from '#service';
import { connected } from '../support/database.js';
import { Receiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

let service: TestService;
let receiver: Receiver;
afterAll(async () => {
  await receiver?.close();
  await service?.stop();
});

/** Takes the database back to the schema before a Group could have several endpoints. */
const BEFORE_ENDPOINTS = `
  drop table webhook_event_endpoints;
  alter table webhook_deliveries drop column event;
  alter table webhook_configurations drop column endpoints_made;
  drop view failed_messages;
  drop view requests_under_way;
  drop view item_references;
  drop view item_contacts;
  drop view item_parcels;
  alter table items drop column problem_since;
  drop view request_references;
  delete from migrations where name ~ '^(webhooks|items|requests)/.*release_0_2_0' or name in ('items/0013_parcels', 'items/0014_names')`;

it('what waits to be delivered when the service is upgraded goes out as it was written', async () => {
  service = await startService();
  receiver = await Receiver.open();
  await service.location();
  await service.call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: receiver.url } });
  for (let count = 0; count < 5; count++) await service.item('demo:1');
  await service.app.close();
  const rows = 'select id, body from webhook_deliveries order by id';
  const { databaseUrl } = service.options;
  const before = await connected(databaseUrl, async (client) => {
    await client.query(BEFORE_ENDPOINTS);
    return (await client.query<{ id: string; body: string }>(rows)).rows;
  });
  expect(before).toHaveLength(5);
  await migrate(databaseUrl);
  const worker = await startWorker(service.options);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(5), 50_000);
  const received = receiver.received.map(({ headers, body }) => ({ id: headers['webhook-id'], body }));
  expect(received.sort((a, b) => (a.id! < b.id! ? -1 : 1))).toEqual(before);
  await worker.close();
});
