import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Installation } from './support/installation.js';
import { settle } from './support/oracle.js';
import { REDIS_INSTALLED, RedisCluster, RedisServer } from './support/redis.js';
import { between } from './support/seed.js';

let database: TestDatabase;
let service: Installation | undefined;
let queue: { end(): Promise<void> } | undefined;

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await service?.end();
  await queue?.end();
  await database?.drop();
  service = undefined;
  queue = undefined;
});

/** What a page says at a port of this machine. */
async function page(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}

/** Front desks work before, during and after `fault`; then everything is accounted for. */
async function underLoad(at: Installation, fault: () => Promise<unknown>): Promise<void> {
  await at.worker();
  await vi.waitFor(async () => expect(await at.ready()).toBe(200), { timeout: 10_000, interval: 100 });
  const load = at.load();
  await load.grows(between(10, 60));
  await fault();
  await load.grows(between(10, 60));
  await load.stop();
  await settle(at, load);
  expect(load.unanswered).toBe(0);
}

describe('the queue on PostgreSQL', () => {
  it('may be emptied at any time', async () => {
    service = await Installation.on(database.url);
    await underLoad(service, async () => {
      const [{ tables }] = (await service!.rows<{ tables: string }>(`
        select string_agg(format('bullmq.%I', tablename), ', ') as tables from pg_tables
        where schemaname = 'bullmq' and tablename not like '%migration%'`)) as [{ tables: string }];
      await service!.rows(`truncate ${tables} cascade`);
    });
  });
});

describe.skipIf(!REDIS_INSTALLED)('the queue on Redis', () => {
  it('may be emptied at any time', async () => {
    const redis = await RedisServer.start();
    queue = redis;
    service = await Installation.on(database.url, { REDIS_URL: redis.url });
    await underLoad(service, async () => expect(await redis.ask('flushall')).toBe('OK'));
  });

  it('may be away for a while: the API serves on and stays ready, says so, and the worker is not ready', async () => {
    const redis = await RedisServer.start();
    queue = redis;
    const [apiPort, workerPort] = [await freePort(), await freePort()];
    const ports = { API_METRICS_PORT: String(apiPort), WORKER_METRICS_PORT: String(workerPort) };
    service = await Installation.on(database.url, { REDIS_URL: redis.url, ...ports });
    const health = async () => (await (await fetch(new URL('/health/ready', service!.url))).json()) as object;
    // On a busy machine one answer of the queue may take longer than its check may.
    const saysSoon = (expected: object) =>
      vi.waitFor(async () => expect(await health()).toMatchObject(expected), { timeout: 10_000, interval: 100 });
    await underLoad(service, async () => {
      await saysSoon({ status: 'ok', checks: { queue: 'ok' } });
      await redis.kill();
      await pause(4_000);
      for (let probe = 0; probe < 5; probe++) expect(await service!.ready()).toBe(200);
      expect(await health()).toMatchObject({ status: 'degraded', checks: { database: 'ok', queue: 'degraded' } });
      expect(await page(apiPort, '/metrics')).toContain('lost_and_found_check_passes{check="queue",needed="false"} 0\n');
      expect(JSON.parse(await page(workerPort, '/health/ready'))).toMatchObject({
        status: 'failed',
        checks: { database: 'ok', queue: 'failed' },
      });
      expect(await page(workerPort, '/metrics')).toContain('lost_and_found_check_passes{check="queue",needed="true"} 0\n');
      await redis.start();
      await saysSoon({ status: 'ok' });
    });
    await vi.waitFor(async () => expect(await redis.ask('keys', '*')).toContain('timetable'), { timeout: 20_000, interval: 250 });
  });
});

describe.skipIf(!REDIS_INSTALLED)('the queue on a Redis cluster', () => {
  it('delivers, and may be emptied at any time', async () => {
    const cluster = await RedisCluster.start();
    queue = cluster;
    service = await Installation.on(database.url, { REDIS_URL: cluster.url });
    await underLoad(service, async () => {
      const keys = await Promise.all(cluster.nodes.map((node) => node.ask('keys', '*deliveries*')));
      expect(
        keys.filter((found) => found !== ''),
        'all keys of a queue are on one node',
      ).toHaveLength(1);
      for (const node of cluster.nodes) await node.ask('flushall');
    });
  });
});
