import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.js';
import { Installation } from './support/installation.js';
import { settle } from './support/oracle.js';
import { REDIS_INSTALLED, RedisCluster, RedisServer } from './support/redis.js';
import { between } from './support/seed.js';

let service: Installation;

/** Before the stories of a queue: an installation with a worker. @param start the queue's, with what it gives to all processes */
function onQueue(start: () => Promise<Record<string, string>>, end: () => Promise<void>): void {
  beforeAll(async () => {
    service = await Installation.begin(await start());
    await service.worker();
  });
  afterAll(async () => {
    await service?.end();
    await end();
  });
}

/** What a page says at a port of this machine. */
async function page(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}

/** Front desks work before, during and after `fault`; then everything is accounted for. */
async function underLoad(fault: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(async () => expect(await service.ready()).toBe(200), { timeout: 50_000, interval: 100 });
  const load = service.load();
  await load.grows(between(10, 60));
  await fault();
  await load.grows(between(10, 60));
  await load.stop();
  await settle(service, load);
  expect(load.unanswered).toBe(0);
}

describe('the queue on PostgreSQL', () => {
  onQueue(
    async () => ({}),
    async () => undefined,
  );

  it('may be emptied at any time', async () => {
    await underLoad(async () => {
      const [{ tables }] = (await service.rows<{ tables: string }>(`
        select string_agg(format('bullmq.%I', tablename), ', ') as tables from pg_tables
        where schemaname = 'bullmq' and tablename not like '%migration%'`)) as [{ tables: string }];
      await service.rows(`truncate ${tables} cascade`);
    });
  });
});

describe.skipIf(!REDIS_INSTALLED)('the queue on Redis', () => {
  let redis: RedisServer;
  let [apiPort, workerPort]: [number?, number?] = [];
  onQueue(
    async () => {
      redis = await RedisServer.start();
      [apiPort, workerPort] = [await freePort(), await freePort()];
      return { REDIS_URL: redis.url, API_METRICS_PORT: String(apiPort), WORKER_METRICS_PORT: String(workerPort) };
    },
    () => redis?.end(),
  );

  it('may be emptied at any time', async () => {
    await underLoad(async () => expect(await redis.ask('flushall')).toBe('OK'));
  });

  it('may be away for a while: the API serves on and stays ready, says so, and the worker is not ready', async () => {
    const health = async () => (await (await fetch(new URL('/health/ready', service.url))).json()) as { detail?: string };
    // On a busy machine one of the checks may take longer than it may, for a while.
    const saysSoon = (expected: object) =>
      vi.waitFor(async () => expect(await health()).toMatchObject(expected), { timeout: 60_000, interval: 100 });
    await underLoad(async () => {
      await saysSoon({ status: 'ok', checks: { queue: 'ok' } });
      await redis.kill();
      await pause(4_000);
      // A busy machine may say for a moment that something else is late.
      for (let probe = 0; probe < 5; probe++) expect((await health()).detail ?? '').not.toContain('queue');
      await saysSoon({ status: 'degraded', checks: { database: 'ok', queue: 'degraded' } });
      expect(await page(apiPort!, '/metrics')).toContain('lost_and_found_check_passes{check="queue",needed="false"} 0\n');
      expect(JSON.parse(await page(workerPort!, '/health/ready'))).toMatchObject({
        status: 'failed',
        checks: { database: 'ok', queue: 'failed' },
      });
      expect(await page(workerPort!, '/metrics')).toContain('lost_and_found_check_passes{check="queue",needed="true"} 0\n');
      await redis.start();
      await saysSoon({ status: 'ok' });
    });
    await vi.waitFor(async () => expect(await redis.ask('keys', '*')).toContain('timetable'), { timeout: 50_000, interval: 250 });
  });
});

describe.skipIf(!REDIS_INSTALLED)('the queue on a Redis cluster', () => {
  let cluster: RedisCluster;
  onQueue(
    async () => {
      cluster = await RedisCluster.start();
      return { REDIS_URL: cluster.url };
    },
    () => cluster?.end(),
  );

  it('delivers, and may be emptied at any time', async () => {
    await underLoad(async () => {
      const keys = await Promise.all(cluster.nodes.map((node) => node.ask('keys', '*deliveries*')));
      expect(
        keys.filter((found) => found !== ''),
        'all keys of a queue are on one node',
      ).toHaveLength(1);
      for (const node of cluster.nodes) await node.ask('flushall');
    });
  });
});
