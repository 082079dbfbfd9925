import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INTEGRATION } from '../../../../test/support/callers.js';
import { Receiver } from '../../../../test/support/receiver.js';
import { outboxFixture } from '../spec/outbox-fixture.js';

/** A lease that is lost 3.5 s after its last renewal. */
const lease = { length: 4_000, renewal: 500, margin: 500, check: 50 };

let receiver: Receiver;
let box: Awaited<ReturnType<typeof outboxFixture>>;
const ending: (() => Promise<void>)[] = [];

beforeEach(async () => {
  receiver = await Receiver.open();
  box = await outboxFixture(receiver.url);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
  await receiver.close();
  await box.close();
});

function startWorker(settings: Parameters<typeof box.startWorker>[0] = {}) {
  const worker = box.startWorker({ lease, timeout: 30_000, grace: 100, ...settings });
  ending.push(worker.stop);
  return worker;
}
async function lock(id: string) {
  const unlock = await box.lock(id);
  ending.push(unlock);
  return unlock;
}
const callsOf = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length;
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 20 });
const delivered = (id: string) => eventually(async () => expect(await box.delivery(id)).toMatchObject({ status: 'success' }));

describe('a lease that cannot be renewed', () => {
  it('ends its own call and no other', async () => {
    const first = await box.deliver();
    receiver.answerWith((response, { headers }) => {
      if (headers['webhook-id'] !== first) setTimeout(() => response.writeHead(204).end(), 3_000);
      else if (callsOf(first) > 1) response.writeHead(204).end();
    });
    const worker = startWorker();
    await eventually(() => expect(callsOf(first)).toBe(1));
    const unlock = await lock(first);
    await pause(2_000);
    const second = await box.deliver();
    worker.wake();
    await eventually(() => expect(callsOf(second)).toBe(1));
    await eventually(() => expect(receiver.open.has(first)).toBe(false));
    await unlock();
    await delivered(second);
    expect([callsOf(second), await box.attempts(second)]).toEqual([1, [expect.objectContaining({ error: null })]]);
    await delivered(first);
    expect(await box.attempts(first)).toMatchObject([{ error: 'network' }, { error: null }]);
  });

  it('leaves no attempt where nothing was sent', async () => {
    const unanswered = new Set<string>();
    receiver.answerWith((response, { headers }) => {
      // Quick at first, so that the worker claims in advance, also where the first connections took long.
      if (receiver.received.length > 24 && unanswered.size < 2) unanswered.add(headers['webhook-id']!);
      else response.writeHead(204).end();
    });
    const ids = await Promise.all(Array.from({ length: 40 }, () => box.deliver()));
    // What is sent just before the leases are lost has time to be closed, also on a busy machine.
    startWorker({ endpointConcurrency: 2, lease: { ...lease, length: 6_000, margin: 2_500 } });
    const states = sql<{ held: number; delivered: number }>`
      select count(lease_token)::int as held, (count(*) filter (where status = 'success'))::int as delivered from webhook_deliveries`;
    await eventually(async () => {
      // As many calls as are done for certain: another may come while the database is asked.
      const before = receiver.received.length;
      const [{ held, delivered }] = (await box.rows(states)) as [{ held: number; delivered: number }];
      expect([unanswered.size, delivered]).toEqual([2, before - 2]);
      expect(held).toBeGreaterThan(unanswered.size);
    });
    const unlock = await lock([...unanswered][0]!);
    // No longer: what the worker claims next can't be renewed either.
    await eventually(() => expect([...unanswered].filter((id) => receiver.open.has(id))).toEqual([]));
    const held = new Set(
      (await box.rows(sql<{ id: string }>`select id from webhook_deliveries where lease_token is not null`)).map(({ id }) => id),
    );
    await unlock();
    for (const id of ids) await delivered(id);
    const logged = await Promise.all(ids.map(async (id) => (await box.attempts(id)).length));
    expect(logged).toEqual(ids.map(callsOf));
    const twice = ids.filter((id) => callsOf(id) > 1);
    expect(twice).toEqual(expect.arrayContaining([...unanswered]));
    // What else was leased while nothing could be renewed is lost as well where that took long, and nothing but that.
    expect(twice.filter((id) => !held.has(id))).toEqual([]);
  });

  it('leaves no attempt where a connection was still being made, nor does a worker that stops meanwhile', async () => {
    const connected = Promise.withResolvers<void>();
    const sockets = new Set<Socket>();
    // Takes connections, and never says a word of TLS.
    const silent = createServer((socket) => {
      connected.resolve();
      sockets.add(socket.on('error', () => undefined));
    });
    ending.push(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const to = (itemStatus: string) => box.configurations.change(INTEGRATION, { endpoints: { itemStatus } });
    await to(`https://127.0.0.1:${port}`);
    const ids = [await box.deliver(), await box.deliver()];
    const tried = async () => [await box.attempts(ids[0]!), await box.attempts(ids[1]!)].flat();
    const worker = startWorker();
    await connected.promise;
    const unlock = await lock(ids[0]!);
    // The renewal waits for the lock, and then what is given back.
    await eventually(async () => expect(await box.hanging()).toBe(2));
    await unlock();
    await worker.stop();
    expect([await tried(), await box.delivery(ids[0]!)]).toEqual([[], expect.objectContaining({ attempts: 0, leased: false })]);
    await to(receiver.url);
    startWorker();
    for (const id of ids) await delivered(id);
    expect(await tried()).toMatchObject([
      { attempt: 1, error: null },
      { attempt: 1, error: null },
    ]);
  });

  it('keeps one connection to the database, however long that hangs', async () => {
    receiver.answerWith(() => undefined);
    const id = await box.deliver();
    startWorker({ lease: { ...lease, renewal: 100 } });
    await eventually(() => expect(callsOf(id)).toBe(1));
    await lock(id);
    await eventually(async () => expect(await box.hanging()).toBe(1));
    await pause(1_500);
    expect(await box.hanging()).toBe(1);
  });
});
