import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { SwallowingProxy } from '../support/swallowing-proxy.js';
import { Installation } from './support/installation.js';
import { BACK_WITHIN, through } from './support/through.js';

describe('a network that keeps connections open and loses their bytes', () => {
  let service: Installation;
  let database: TestDatabase;
  let proxy: SwallowingProxy;

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await SwallowingProxy.open(database.url);
    service = await Installation.on(database.url, { DATABASE_URL: proxy.url });
    await service.worker();
  });
  afterAll(async () => {
    await service?.end();
    await proxy?.close();
    await database?.drop();
  });

  it('on the connections that are open: new ones take their place, in the API and in the worker', async () => {
    await through(service, {
      breaksConnections: true,
      begin: () => proxy.swallow(),
      end: () => undefined,
      during: (load) => load.grows(20, BACK_WITHIN),
    });
  });

  it('on all connections, new ones too, for a while', async () => {
    const load = await through(service, {
      breaksConnections: true,
      begin: () => proxy.swallow({ all: true }),
      end: () => proxy.heal(),
      during: () => vi.waitFor(async () => expect(await service.ready()).toBe(503), { timeout: 5_000, interval: 200 }),
    });
    expect(load.unanswered).toBeGreaterThan(0);
  });

  const rule = (action: string, direction: string) =>
    spawnSync('iptables', [action, 'INPUT', '-p', 'tcp', direction, String(proxy.port), '-j', 'DROP']);
  // Not every machine lets its root filter packets, so CI cannot require it.
  const iptables = spawnSync('iptables', ['-L', '-n']).status === 0;
  if (!iptables) console.warn('iptables cannot be used here: what drops packets is left out.');
  it.skipIf(!iptables)('where every packet is dropped for a while', async () => {
    const drop = (action: string) => ['--dport', '--sport'].map((direction) => rule(action, direction));
    try {
      const load = await through(service, { begin: () => drop('-I'), end: () => drop('-D') });
      expect(load.unanswered).toBeGreaterThan(0);
    } finally {
      drop('-D');
    }
  });
});
