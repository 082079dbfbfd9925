import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MessageWorker } from '#contexts/messages';
import { Database } from '#platform/database';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example', findsTogether: 60_000 });
  mail = await MailServer.open(() => null);
  const channels = {
    smtpUrl: mail.url,
    from: 'Lost and Found <lost@service.example>',
    smsUrl: null,
    folder: null,
    schedule: [300],
  };
  worker = await startWorker(service.options, {}, channels);
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

describe('a worker that stops', () => {
  it('releases the messages that it has not begun to send at once, though it still waits for what they say', async () => {
    await service.item(await service.location(), { owner: { contactEmail: 'anna@guest.example' } });
    const messages = worker.get(MessageWorker, { strict: false });
    const leased = async () => (await service.sql('select from messages where lease_token is not null')).length;
    await service.get(Database).transaction(async (client) => {
      // What a message says is read behind this lock, after it was claimed.
      await client.query('lock table languages in access exclusive mode');
      service.clock.forward(1);
      await vi.waitFor(async () => expect(await leased()).toBe(1), 50_000);
      await messages.stop(0);
      await vi.waitFor(async () => expect(await leased()).toBe(0), 50_000);
    });
    await messages.stop(10_000);
    const now = "now() + interval '1 day'";
    const rows = await service.sql(`select attempts, taken_at, claimable_at <= ${now} as due from messages`);
    expect(rows).toEqual([{ attempts: 0, taken_at: null, due: true }]);
    expect(mail.asked).toEqual([]);
  });
});
