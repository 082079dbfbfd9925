import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { migrate } from '#service';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { SwallowingProxy } from '../support/swallowing-proxy.js';
import { Installation } from './support/installation.js';
import type { Load } from './support/load.js';
import { heldNow, settle } from './support/oracle.js';
import { between } from './support/seed.js';

/** Milliseconds a fault lasts: longer than the limits of a call. */
const LASTS = 22_000;
/** After the end of a fault changes are acknowledged again within so many milliseconds. */
const BACK_WITHIN = 20_000;

let service: Installation;
let load: Load;
const suspects = new Set<string>();
const clearing: (() => Promise<unknown> | unknown)[] = [];

beforeEach(() => suspects.clear());
afterEach(async () => {
  await service?.end();
  for (const clear of clearing.splice(0).reverse()) await clear();
});

async function ready(): Promise<number> {
  const answer = await fetch(new URL('/health/ready', service.url), { signal: AbortSignal.timeout(5_000) });
  return answer.status;
}

async function suspect(): Promise<void> {
  for (const id of await heldNow(service)) suspects.add(id);
}

/** Front desks work before, during and after a fault of `LASTS` milliseconds. */
async function through(begin: () => unknown, end: () => unknown, during?: () => Promise<void>): Promise<void> {
  await service.worker();
  load = service.load(8);
  await load.grows(between(20, 60));
  await suspect();
  await begin();
  const over = performance.now() + LASTS;
  await during?.();
  while (performance.now() < over) await pause(100);
  await end();
  await load.grows(20, BACK_WITHIN);
  await suspect();
  await load.stop();
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 5_000, interval: 100 });
  expect(load.hung, 'calls without an answer within 15 seconds').toBe(0);
  await settle(service, load, [...suspects]);
}

describe('a network that keeps connections open and loses their bytes', () => {
  let database: TestDatabase;
  let proxy: SwallowingProxy;

  beforeEach(async () => {
    database = await createDatabase();
    proxy = await SwallowingProxy.open(database.url);
    service = await Installation.on(database.url, { DATABASE_URL: proxy.url });
    clearing.push(
      () => database.drop(),
      () => proxy.close(),
    );
  });

  it('on the connections that are open: new ones take their place, in the API and in the worker', async () => {
    const watching = setInterval(() => void suspect().catch(() => undefined), 200);
    clearing.push(() => clearInterval(watching));
    await through(
      () => proxy.swallow(),
      () => undefined,
      () => load.grows(20, BACK_WITHIN),
    );
  });

  it('on all connections, new ones too, for a while', async () => {
    const watching = setInterval(() => void suspect().catch(() => undefined), 200);
    clearing.push(() => clearInterval(watching));
    await through(
      () => proxy.swallow({ all: true }),
      () => proxy.heal(),
      async () => vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 5_000, interval: 200 }),
    );
    expect(load.unanswered).toBeGreaterThan(0);
  });

  const rule = (action: string, direction: string) =>
    spawnSync('iptables', [action, 'INPUT', '-p', 'tcp', direction, String(proxy.port), '-j', 'DROP']);
  // Not every machine lets its root filter packets, so CI cannot require it.
  const iptables = spawnSync('iptables', ['-L', '-n']).status === 0;
  if (!iptables) console.warn('iptables cannot be used here: what drops packets is left out.');
  it.skipIf(!iptables)('where every packet is dropped for a while', async () => {
    const drop = (action: string) => ['--dport', '--sport'].map((direction) => rule(action, direction));
    clearing.push(() => drop('-D'));
    await through(
      () => drop('-I'),
      () => drop('-D'),
    );
    expect(load.unanswered).toBeGreaterThan(0);
  });
});

describe('a PostgreSQL that stands still', () => {
  it('because it is stopped, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-fault-'));
    const server = await EmbeddedPostgres.start({ folder });
    clearing.push(
      () => rmSync(folder, { recursive: true, force: true }),
      () => server.stop(),
    );
    await migrate(server.url);
    service = await Installation.on(server.url);
    const [main] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n') as [string];
    const all = () => [
      Number(main),
      ...readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number),
    ];
    const go = () => {
      for (const pid of all()) process.kill(pid, 'SIGCONT');
    };
    clearing.push(go);
    await through(() => {
      for (const pid of all()) process.kill(pid, 'SIGSTOP');
    }, go);
    expect(load.unanswered).toBeGreaterThan(0);
  });

  it.each(['items', 'webhook_deliveries'])('behind a lock of the table %s', async (table) => {
    const database = await createDatabase();
    service = await Installation.on(database.url);
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    clearing.push(
      () => database.drop(),
      () => locker.end(),
    );
    await through(
      () => locker.query(`begin; lock table ${table} in access exclusive mode`),
      () => locker.query('rollback'),
    );
    expect(load.unanswered).toBeGreaterThan(0);
  });
});
