import { setTimeout as pause } from 'node:timers/promises';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MessageUpkeep } from '#contexts/messages';
import { WebhookDispatch } from '#contexts/webhooks';
import { Copies } from '#platform/copies';
import { Metrics } from '#platform/observability';
import { ServiceModule } from '#service';
import { MailServer } from '../messages/mail-server.js';
import { connected, copyOf, type TestDatabase } from '../support/database.js';
import { Receiver } from '../support/receiver.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const ITEMS = 8;
let service: TestService;
let receiver: Receiver;
let mail: MailServer;
const opened: INestApplicationContext[] = [];
const databases: TestDatabase[] = [];

beforeAll(async () => {
  Logger.overrideLogger(false);
  service = await startService({ publicUrl: 'https://lost.example' });
  receiver = await Receiver.open();
  mail = await MailServer.open(() => null);
  await service.call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: receiver.url } });
  const place = await service.location();
  for (let number = 0; number < ITEMS; number++) {
    await service.item(place, { owner: { firstName: 'Ann', contactEmail: `ann${number}@example.com` } });
  }
});
afterAll(async () => {
  for (const app of opened) await app.close().catch(() => undefined);
  await service?.stop();
  for (const database of databases) await database.drop();
  await receiver?.close();
  await mail?.close();
});

/** The database restored elsewhere, with everything that waited in it. */
async function copy(): Promise<TestDatabase> {
  const made = await copyOf(service.options.databaseUrl);
  databases.push(made);
  return made;
}

async function worker(databaseUrl: string): Promise<INestApplicationContext> {
  const messages = { smtpUrl: mail.url, from: 'Lost <lost@example.com>', smsUrl: null, folder: null, schedule: [300] };
  const app = await startWorker({ ...service.options, databaseUrl }, {}, messages);
  opened.push(app);
  return app;
}

/** What `admin restored` works with. */
async function admin(databaseUrl: string): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(ServiceModule.forRoot({ ...service.options, databaseUrl }), {
    logger: false,
  });
  opened.push(app);
  return app;
}

const reached = () => ({ webhooks: receiver.received.length, messages: mail.received.length });

async function silentIn(app: INestApplicationContext): Promise<string> {
  return (await app.get(Metrics).registry.metrics()).match(/^lost_and_found_silent .*$/m)![0];
}

describe('a restored copy', () => {
  it('sends nothing until it is said to be the real one, and then all that waited', async () => {
    const { url } = await copy();
    const running = await worker(url);
    await pause(4_000);
    expect(reached()).toEqual({ webhooks: 0, messages: 0 });
    expect(await silentIn(running)).toBe('lost_and_found_silent 1');

    await (await admin(url)).get(Copies).speak();
    await vi.waitFor(() => expect(reached()).toEqual({ webhooks: ITEMS, messages: ITEMS }), 50_000);
    expect(await silentIn(running)).toBe('lost_and_found_silent 0');
    await running.close();
  });

  it('that is for tests drops what waited, and sends what is new', async () => {
    const { url } = await copy();
    const running = await worker(url);
    const before = reached();
    const app = await admin(url);
    expect(await app.get(WebhookDispatch, { strict: false }).dropWaiting()).toBe(ITEMS);
    expect(await app.get(MessageUpkeep, { strict: false }).dropWaiting()).toBe(ITEMS);
    await app.get(Copies).speak();
    await connected(url, (client) =>
      client.query(`update webhook_deliveries set claimable_at = now() - interval '1 second', status = null, error = null
        where id = (select min(id::text)::uuid from webhook_deliveries)`),
    );
    await vi.waitFor(() => expect(receiver.received.length).toBe(before.webhooks + 1), 50_000);
    await pause(2_500);
    expect(reached()).toEqual({ webhooks: before.webhooks + 1, messages: before.messages });
    await running.close();
  });

  it('falls silent in every process when it is said to be a copy', async () => {
    const { url } = await copy();
    const app = await admin(url);
    await app.get(Copies).speak();
    const running = await admin(url);
    expect(running.get(Copies).isSilent).toBe(false);
    await app.get(Copies).silence();
    await vi.waitFor(() => expect(running.get(Copies).isSilent).toBe(true), 50_000);
  });
});

describe('the real database', () => {
  it('sends, also after its processes and its connections were made anew', async () => {
    const before = reached();
    const running = await worker(service.options.databaseUrl);
    await vi.waitFor(
      () => expect(reached()).toEqual({ webhooks: before.webhooks + ITEMS, messages: before.messages + ITEMS }),
      20_000,
    );
    expect(running.get(Copies).isSilent).toBe(false);
  });

  it('is known by a role that is no superuser', async () => {
    const [row] = await service.sql('select rolsuper from pg_roles where rolname = current_user');
    expect(row).toEqual({ rolsuper: false });
    const [known] = await service.sql('select identity from known_cluster');
    expect(known.identity).toMatch(/^\d{10,}\/\d+$/);
  });
});
