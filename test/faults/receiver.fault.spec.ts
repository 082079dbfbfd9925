import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Receiver } from '../support/receiver.js';
import { Installation } from './support/installation.js';
import { due, settle } from './support/oracle.js';
import { chance } from './support/seed.js';

let service: Installation;

async function begin(): Promise<void> {
  service = await Installation.begin({ WEBHOOK_TIMEOUT: '1s' });
}
const end = () => service?.end();

const attempts = (kind: string) =>
  service.rows<{ id: string; error: string | null; address: string | null }>(
    `select d.id, a.error, a.address from webhook_attempts a
     join webhook_deliveries d on d.group_id = a.group_id and d.id = a.delivery_id where d.kind = '${kind}'`,
  );

/** What was not answered in time, also on a busy machine, is sent again. @returns which */
async function suspectLate(): Promise<string[]> {
  const late = (await attempts('itemStatus')).filter(({ error }) => error === 'timeout').map(({ id }) => id);
  for (const id of late) service.suspects.add(id);
  return late;
}

describe('a receiver', () => {
  beforeAll(async () => {
    await begin();
    await service.worker();
  });
  afterAll(end);

  it('that says it succeeded after the deadline is called again, with the same bytes', async () => {
    const late = new Set<string>();
    const seen = new Set<string>();
    service.receiver.answerWith((response, { headers }) => {
      const id = headers['webhook-id']!;
      const isLate = !seen.has(id) && chance() < 0.2;
      seen.add(id);
      if (isLate) late.add(id);
      setTimeout(() => response.writeHead(204).end(), isLate ? 1_500 : 0);
    });
    const load = service.load();
    await load.grows(100);
    await load.stop();
    await vi.waitFor(async () => expect(await due(service, 'itemStatus')).toBe(0), { timeout: 50_000, interval: 100 });
    const timedOut = await suspectLate();
    await settle(service, load);
    expect(late.size).toBeGreaterThan(0);
    expect([...late].filter((id) => !timedOut.includes(id))).toEqual([]);
    service.receiver.answerWith((response) => void response.writeHead(204).end());
  });

  it('that never answers, drips or pours without end keeps nothing from another one', async () => {
    const manners = {
      silent: () => undefined,
      dripping: (write: () => boolean) => setInterval(write, 50),
      pouring: (write: () => boolean) => {
        while (write());
      },
    };
    let manner: keyof typeof manners | 'healed' = 'silent';
    const bad = await Receiver.open((response) => {
      if (manner === 'healed') return void response.writeHead(204).end();
      if (manner === 'silent') return;
      response.writeHead(200);
      const ending = manners[manner](() => !response.destroyed && response.write('x'.repeat(4_096)));
      response.once('close', () => clearInterval(ending ?? undefined));
    });
    try {
      await service.configure({ webhooks: { requestStatus: true }, endpoints: { requestStatus: bad.url } });
      const load = service.load();
      for (const next of ['silent', 'dripping', 'pouring'] as const) {
        manner = next;
        const lost = { request: 'Key', owner: { email: 'ann@example.com' } };
        await Promise.all(
          Array.from({ length: 20 }, async () =>
            expect((await service.call('POST', '/locations/demo:1/requests', lost)).status).toBe(201),
          ),
        );
        await load.grows(60);
      }
      await load.stop();
      await vi.waitFor(async () => expect(await due(service, 'itemStatus')).toBe(0), { timeout: 50_000, interval: 100 });
      await suspectLate();
      await settle(service, load);
      manner = 'healed';
      await vi.waitFor(async () => expect(await due(service, 'requestStatus')).toBe(0), { timeout: 60_000, interval: 100 });
      const log = await attempts('requestStatus');
      expect(new Set(log.filter(({ error }) => error === null).map(({ id }) => id)).size).toBe(60);
      expect(new Set(log.map(({ error }) => error))).toEqual(new Set(['timeout', null]));
      const calls = Object.groupBy(bad.received, ({ headers }) => headers['webhook-id']!);
      const logged = Object.groupBy(log, ({ id }) => id);
      expect(Object.keys(calls).filter((id) => calls[id]!.length > logged[id]!.length)).toEqual([]);
      expect(Object.values(calls).filter((same) => new Set(same!.map(({ body }) => body)).size > 1)).toEqual([]);
    } finally {
      await bad.close();
    }
  });
});

/** A machine whose resolver names a public address nobody has, and the loopback address every other time. */
const FICKLE = `
  import dns from 'node:dns';
  import { syncBuiltinESMExports } from 'node:module';
  const lookup = dns.lookup;
  let asked = 0;
  dns.lookup = (name, options, callback) => {
    if (name !== 'hooks.example.com') return lookup(name, options, callback);
    asked += 1;
    const found = asked % 2 ? { address: '2fff::1', family: 6 } : { address: '127.0.0.1', family: 4 };
    return callback(null, options.all ? [found] : found.address, found.family);
  };
  syncBuiltinESMExports();`;

describe('a resolver', () => {
  beforeAll(begin);
  afterAll(end);

  it('that changes its answer leads no call to an inner address', async () => {
    let connections = 0;
    const canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = canary.address() as { port: number };
      await service.configure({
        webhooks: { itemStatus: true },
        endpoints: { itemStatus: `https://hooks.example.com:${port}/hooks` },
      });
      const load = service.load();
      await load.grows(10);
      await load.stop();
      await service.worker({
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FICKLE)}`,
        WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'false',
        WEBHOOK_RETRY_SCHEDULE: '1s,1s',
      });
      await vi.waitFor(async () => expect(await due(service, 'itemStatus')).toBe(0), { timeout: 50_000, interval: 100 });
      const log = await attempts('itemStatus');
      expect(log.length).toBeGreaterThanOrEqual(30);
      expect(log.filter(({ error }) => error === 'blocked_address').length).toBeGreaterThan(0);
      expect(log.filter(({ error }) => error !== 'blocked_address').length).toBeGreaterThan(0);
      expect(log.filter(({ error, address }) => error === null || address === '127.0.0.1')).toEqual([]);
      expect(connections).toBe(0);
    } finally {
      canary.close();
    }
  });
});
