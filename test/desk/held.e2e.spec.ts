import { type INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

it('whoever looks after Locations is told how many messages nothing is there to send with, and since when', async () => {
  const [here, there] = [await service.location(), await service.location()];
  expect((await service.call('GET', '/desk/held-messages')).body).toEqual({ count: 0, oldest: null });
  const owner = { contactEmail: 'anna@guest.example' };
  const [first] = [
    await service.item(here, { owner }),
    await service.item(here, { owner }),
    await service.item(there, { owner }),
  ];
  await vi.waitFor(
    async () => {
      const { body } = await service.call('GET', '/desk/held-messages');
      expect(body).toEqual({ count: 3, oldest: first.createdAt });
    },
    { timeout: 15_000, interval: 100 },
  );
  await createUser(service.call, 'manager', 'property_admin', there);
  const manager = await service.signIn('manager');
  expect((await manager.call('GET', '/desk/held-messages')).body.count).toBe(1);
  await createUser(service.call, 'reader', 'overview_subuser', there);
  expect((await (await service.signIn('reader')).call('GET', '/desk/held-messages')).status).toBe(403);
});
