import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let worker: INestApplicationContext;
beforeAll(async () => {
  service = await startService();
  const webhooks = { timeout: 1_000, schedule: [1_000], allowPrivateAddresses: true, retention: 7 * 24 * 60 * 60 * 1000 };
  worker = await NestFactory.createApplicationContext(WorkerModule.forRoot(service.options, webhooks), {
    logger: ['error'],
    abortOnError: false,
  });
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});

describe('a running worker', () => {
  it('expires items and Requests soon after their time is over', async () => {
    const locationID = await service.location({ itemStorageDays: 1, daysBeforeRequestExpires: 1 });
    const umbrella = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20 11:00:00', shipping: {}, locationID };
    const item = await service.call('POST', '/items', umbrella);
    const request = await service.call('POST', `/locations/${locationID}/requests`, { request: 'Umbrella' });
    service.clock.forward(1);
    await vi.waitFor(
      async () => {
        expect((await service.call('GET', `/items/${item.body.ID}`)).body.status).toBe('expired');
        expect((await service.call('GET', `/requests/${request.body.ID}`)).body.status).toBe('expired');
      },
      { timeout: 20_000, interval: 250 },
    );
  });
});
