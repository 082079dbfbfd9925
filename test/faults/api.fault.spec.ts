import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from './support/installation.js';
import { settle } from './support/oracle.js';
import { between } from './support/seed.js';

let service: Installation;

beforeAll(async () => {
  service = await Installation.begin();
});
afterAll(() => service?.end());

const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {} };

describe('an API that is killed', () => {
  it('right after its answer, before it could wake the worker, leaves a delivery that is found', async () => {
    await service.worker();
    expect((await service.call('POST', '/items', item, () => service.firstApi.killNow())).status).toBe(201);
    await settle(service, null);
    expect(service.receiver.received).toHaveLength(1);
  });

  it('under load, again and again, loses nothing that it acknowledged', async () => {
    let api = await service.api();
    const load = service.load();
    for (let death = 0; death < 3; death++) {
      await load.grows(between(5, 60));
      await api.kill();
      api = await service.api();
    }
    await load.grows(20);
    await load.stop();
    await settle(service, load);
    expect(load.unanswered).toBeGreaterThan(0);
  });
});
