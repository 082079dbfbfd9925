import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Installation } from './support/installation.js';
import { settle, suspectHeld } from './support/oracle.js';
import { between } from './support/seed.js';

let service: Installation;

beforeAll(async () => {
  service = await Installation.begin();
});
afterAll(() => service?.end());

const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {} };

describe('a worker that is killed', () => {
  it('five times over one delivery leaves it to the next, each time within 30 s', async () => {
    service.receiver.answerWith((response) => {
      if (service.receiver.received.length > 5) response.writeHead(204).end();
    });
    expect((await service.call('POST', '/items', item)).status).toBe(201);
    for (let death = 1; death <= 5; death++) {
      const worker = await service.worker();
      await vi.waitFor(() => expect(service.receiver.received).toHaveLength(death), { timeout: 50_000, interval: 20 });
      await worker.kill();
    }
    const last = await service.worker();
    const [{ id }] = (await service.rows<{ id: string }>('select id from webhook_deliveries')) as [{ id: string }];
    service.suspects.add(id);
    await settle(service, null);
    expect(service.receiver.received).toHaveLength(6);
    const log = await service.rows('select error from webhook_attempts order by attempt');
    expect(log).toEqual([...Array(5).fill({ error: 'network' }), { error: null }]);
    await last.stop();
  });

  it('under load loses nothing and repeats only what it held', async () => {
    const load = service.load();
    for (let death = 0; death < 3; death++) {
      const worker = await service.worker();
      await load.grows(between(5, 60));
      await worker.kill();
      await suspectHeld(service);
    }
    await service.worker();
    await load.stop();
    await settle(service, load);
  });
});
