import { type INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

let service: TestService;
let worker: INestApplicationContext;
beforeAll(async () => {
  service = await startService();
  // It has neither mail server nor SMS gateway.
  worker = await startWorker(service.options);
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});

it('they are told as well how many wait as the mail server can’t be reached', async () => {
  const away = await startService();
  const failing = await startWorker(away.options, {}, readConfiguration({ SMTP_URL: 'smtp://127.0.0.1:9' }).messages);
  try {
    await away.item(await away.location(), { owner: { contactEmail: 'anna@guest.example' } });
    await vi.waitFor(
      async () => {
        const { body } = await away.call('GET', '/desk/held-messages');
        expect(body).toEqual({ count: 0, oldest: null, unreachable: 1 });
      },
      { timeout: 50_000, interval: 100 },
    );
  } finally {
    await failing.close();
    await away.stop();
  }
});

it('whoever looks after Locations is told how many messages nothing is there to send with, and since when', async () => {
  const [here, there] = [await service.location(), await service.location()];
  expect((await service.call('GET', '/desk/held-messages')).body).toEqual({ count: 0, oldest: null, unreachable: 0 });
  const owner = { contactEmail: 'anna@guest.example' };
  const [first] = [
    await service.item(here, { owner }),
    await service.item(here, { owner }),
    await service.item(there, { owner }),
  ];
  await vi.waitFor(
    async () => {
      const { body } = await service.call('GET', '/desk/held-messages');
      expect(body).toEqual({ count: 3, oldest: first.createdAt, unreachable: 0 });
    },
    { timeout: 50_000, interval: 100 },
  );
  await createUser(service.call, 'manager', 'property_admin', there);
  const manager = await service.signIn('manager');
  expect((await manager.call('GET', '/desk/held-messages')).body.count).toBe(1);
  await createUser(service.call, 'reader', 'overview_subuser', there);
  expect((await (await service.signIn('reader')).call('GET', '/desk/held-messages')).status).toBe(403);
});
