import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

let service: TestService;
let worker: INestApplicationContext;
beforeAll(async () => {
  service = await startService();
  worker = await startWorker(service.options);
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});

describe('a running worker', () => {
  it('expires items and Requests soon after their time is over', async () => {
    const locationID = await service.location({ itemStorageDays: 1, daysBeforeRequestExpires: 1 });
    const item = await service.item(locationID);
    const request = await makeRequest(service.call, locationID);
    service.clock.forward(1);
    await vi.waitFor(
      async () => {
        expect((await service.call('GET', `/items/${item.ID}`)).body.status).toBe('expired');
        expect((await service.call('GET', `/requests/${request.ID}`)).body.status).toBe('expired');
      },
      { timeout: 50_000, interval: 250 },
    );
  });
});
