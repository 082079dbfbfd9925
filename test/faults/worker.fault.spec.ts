import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { runToEnd } from '../support/program.js';
import { Installation } from './support/installation.js';
import { heldNow, settle } from './support/oracle.js';
import { between } from './support/seed.js';

let database: TestDatabase;
let service: Installation;

beforeEach(async () => {
  database = await createDatabase();
  service = await Installation.on(database.url);
});
afterEach(async () => {
  await service?.end();
  await database?.drop();
});

const HOUR = 60 * 60 * 1000;

/** A machine whose own clock is wrong. (CLOCK_OFFSET would not do: it moves the service's time, which all processes share.) */
function machineAhead(milliseconds: number): Record<string, string> {
  const shifted = `const now = Date.now; Date.now = () => now() + ${milliseconds}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` };
}

const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {} };

describe('a worker that is killed', () => {
  it('five times over one delivery leaves it to the next, each time within 30 s', async () => {
    service.receiver.answerWith((response) => {
      if (service.receiver.received.length > 5) response.writeHead(204).end();
    });
    expect((await service.call('POST', '/items', item)).status).toBe(201);
    for (let death = 1; death <= 5; death++) {
      const worker = await service.worker();
      await vi.waitFor(() => expect(service.receiver.received).toHaveLength(death), { timeout: 30_000, interval: 20 });
      await worker.kill();
    }
    await service.worker();
    const [{ id }] = (await service.rows<{ id: string }>('select id from webhook_deliveries')) as [{ id: string }];
    await settle(service, null, [id]);
    expect(service.receiver.received).toHaveLength(6);
    const log = await service.rows('select error from webhook_attempts order by attempt');
    expect(log).toEqual([...Array(5).fill({ error: 'network' }), { error: null }]);
  });

  it('under load loses nothing and repeats only what it held', async () => {
    const load = service.load();
    const suspects: string[] = [];
    for (let death = 0; death < 3; death++) {
      const worker = await service.worker();
      await load.grows(between(5, 60));
      await worker.kill();
      suspects.push(...(await heldNow(service)));
    }
    await service.worker();
    await load.stop();
    await settle(service, load, suspects);
  });
});

/** A worker whose claims are never answered, as by a library that loses what it waited for. */
function withoutAnswers(): Record<string, string> {
  const leases = new URL('../../dist/libs/contexts/webhooks/delivery/leases.js', import.meta.url);
  const planted = `import { Leases } from ${JSON.stringify(leases.href)}; Leases.prototype.claim = () => new Promise(() => {});`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}` };
}

describe('a worker that stands still', () => {
  it('ends by itself after a minute and says where it stood; meanwhile others deliver', async () => {
    const began = performance.now();
    const standing = runToEnd('worker', { ...service.environment, ...withoutAnswers(), LOG_LEVEL: 'error' }, []);
    await service.worker();
    const load = service.load();
    await load.grows(20);
    await load.stop();
    await settle(service, load);
    const { code, output } = await standing;
    expect(code).toBe(1);
    expect(JSON.parse(output.trim().split('\n').at(-1)!)).toMatchObject({
      msg: 'The worker stopped',
      err: { message: expect.stringMatching(/^The loop "webhook claims" has stood still for 6\d s\.$/) },
    });
    expect(performance.now() - began).toBeGreaterThan(60_000);
  });
});

describe('workers', () => {
  it('that are replaced one by one under load lose nothing and repeat nothing', async () => {
    service.receiver.answerWith((response) => void setTimeout(() => response.writeHead(204).end(), 50));
    const load = service.load();
    let worker = await service.worker();
    for (let release = 0; release < 3; release++) {
      const next = await service.worker();
      await load.grows(between(5, 40));
      await worker.stop();
      worker = next;
    }
    await load.stop();
    await settle(service, load);
  });

  it('whose clocks differ by an hour share the work and repeat nothing', async () => {
    const load = service.load();
    await Promise.all([service.worker(), service.worker(machineAhead(HOUR)), service.worker(machineAhead(-HOUR))]);
    await load.grows(100);
    await load.stop();
    await settle(service, load);
  });
});
