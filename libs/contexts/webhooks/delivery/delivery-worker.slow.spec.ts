import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INTEGRATION } from '../../../../test/support/callers.js';
import { Receiver } from '../../../../test/support/receiver.js';
import { GROUP, outboxFixture } from '../spec/outbox-fixture.js';

let answer: (call: number) => { status: number; afterMs?: number };
let receiver: Receiver;
let box: Awaited<ReturnType<typeof outboxFixture>>;
const running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  answer = () => ({ status: 204 });
  receiver = await Receiver.open((response) => {
    const { status, afterMs = 0 } = answer(receiver.received.length);
    setTimeout(() => response.writeHead(status).end(), afterMs);
  });
  box = await outboxFixture(receiver.url);
});
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
  await receiver.close();
  await box.close();
});

function startWorker(settings: Parameters<typeof box.startWorker>[0] = {}) {
  const worker = box.startWorker(settings);
  running.push(worker);
  return worker;
}
/** Blocks the whole process: workers, receiver and timers. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);
const settled = (id: string, expected: object) =>
  vi.waitFor(async () => expect(await box.delivery(id)).toMatchObject(expected), 50_000);

describe('a delivery', () => {
  it('arrives signed, with its identifier and its exact bytes', async () => {
    const secret = await box.configurations.rotateSecret(INTEGRATION);
    const body = '{"text":"Überraschung","n":1.0}';
    const id = await box.deliver(body);
    startWorker();
    await settled(id, { status: 'success', attempts: 1 });
    expect(receiver.received).toMatchObject([{ body, headers: { 'webhook-id': id } }]);
    expect(new Webhook(secret).verify(body, receiver.received[0]!.headers)).toEqual(JSON.parse(body));
  });

  it('verifies with the old secret while it still signs', async () => {
    const old = await box.configurations.rotateSecret(INTEGRATION);
    const secret = await box.configurations.rotateSecret(INTEGRATION);
    const id = await box.deliver();
    startWorker();
    await settled(id, { status: 'success' });
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    for (const each of [old, secret]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  });

  it('is tried by the schedule until it succeeds, each time the same', async () => {
    answer = (call) => ({ status: call < 3 ? 500 : 200 });
    const id = await box.deliver();
    startWorker();
    await settled(id, { status: 'success', attempts: 3 });
    expect(new Set(receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(await box.attempts(id)).toMatchObject([{ error: 'http_error' }, { error: 'http_error' }, { error: null }]);
  });

  it('fails for good at the end of the schedule', async () => {
    answer = () => ({ status: 500 });
    const id = await box.deliver();
    startWorker({ schedule: [10] });
    await settled(id, { status: 'failed', attempts: 2, waiting: false, next: null });
  });

  it('that is answered with 410 disables its kind', async () => {
    answer = () => ({ status: 410 });
    const id = await box.deliver();
    startWorker();
    await settled(id, { status: 'failed', error: 'http_error', waiting: false });
    expect((await box.configurations.of(GROUP)).webhooks.itemStatus).toBe(false);
    const late = await box.deliver();
    await settled(late, { status: 'failed', error: 'endpoint_disabled', attempts: 0 });
    expect(receiver.received).toHaveLength(1);
    // An event is listed from its first attempt on; ranged redelivery finds the other one too.
    expect(await box.listed()).toEqual([id]);
  });

  it('goes to the URL configured at the moment of the attempt', async () => {
    const moved = await Receiver.open();
    answer = () => ({ status: 500 });
    const id = await box.deliver();
    const worker = startWorker({ schedule: [300] });
    await settled(id, { status: 'failed', attempts: 1 });
    await box.configurations.change(INTEGRATION, { endpoints: { itemStatus: moved.url } });
    worker.wake();
    await settled(id, { status: 'success', attempts: 2, endpoint: moved.url });
    expect(moved.received).toHaveLength(1);
    await moved.close();
  });
});

describe('deliveries that a worker has claimed in advance', () => {
  const claimed = sql<{ count: number }>`select count(*)::int as count from webhook_deliveries where lease_token is not null`;
  const ended = sql<{ count: number }>`select count(*)::int as count from webhook_deliveries where claimable_at is null`;
  const all = (query: typeof claimed, count: number) =>
    vi.waitFor(async () => expect(await box.rows(query)).toEqual([{ count }]), 50_000);

  it('go to a URL that is set before their turn comes', async () => {
    const moved = await Receiver.open();
    const unanswered: (() => void)[] = [];
    let isSilent = true;
    receiver.answerWith((response) => {
      const send = () => response.writeHead(204).end();
      if (isSilent && receiver.received.length > 10) unanswered.push(send);
      else send();
    });
    for (let count = 0; count < 24; count++) await box.deliver();
    startWorker({ endpointConcurrency: 2, timeout: 30_000 });
    await all(ended, 10);
    await all(claimed, 14);
    await box.configurations.change(INTEGRATION, { endpoints: { itemStatus: moved.url } });
    // The worker looks twice a second.
    await pause(1_500);
    isSilent = false;
    for (const send of unanswered) send();
    await all(ended, 24);
    expect([receiver.received.length, moved.received.length]).toEqual([12, 12]);
    await moved.close();
  });

  it('are not sent once the endpoint has said 410, and are no attempts', async () => {
    answer = (call) => ({ status: call <= 20 ? 204 : 410 });
    const ids: string[] = [];
    for (let count = 0; count < 100; count++) ids.push(await box.deliver());
    startWorker({ endpointConcurrency: 4 });
    await all(ended, 100);
    // Four were on their way when the first of them was answered.
    expect(receiver.received.length).toBeLessThanOrEqual(24);
    const received = new Set(idsReceived());
    for (const id of ids.filter((id) => !received.has(id))) {
      expect(await box.delivery(id)).toMatchObject({ status: 'failed', error: 'endpoint_disabled', attempts: 0 });
      expect(await box.attempts(id)).toEqual([]);
    }
  });
});

describe('a backlog', () => {
  it('is sent once by workers that share it, also where all stands still for a while', async () => {
    for (let count = 0; count < 300; count++) await box.deliver();
    receiver.answerWith((response) => {
      // Longer than the timeout of the other specs here, as on a busy machine: what times out is sent again, and has to be.
      if (receiver.received.length === 100) standStill(1_500);
      response.writeHead(204).end();
    });
    for (let count = 0; count < 3; count++) startWorker({ timeout: 30_000 });
    await vi.waitFor(() => expect(new Set(idsReceived()).size).toBe(300), 50_000);
    await pause(1_000);
    const attempts = sql<{ error: string | null; count: number }>`
      select error, count(*)::int as count from webhook_attempts group by error order by error`;
    expect(await box.rows(attempts)).toEqual([{ error: null, count: 300 }]);
    expect(receiver.received).toHaveLength(300);
  });

  it('of a tarpit holds a few calls only', async () => {
    let together = 0;
    let most = 0;
    receiver.answerWith((response) => {
      together += 1;
      most = Math.max(most, together);
      response.on('close', () => {
        together -= 1;
      });
    });
    for (let count = 0; count < 60; count++) await box.deliver();
    startWorker({ timeout: 400, schedule: [60_000] });
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(24), 50_000);
    expect(most).toBe(16);
    most = together;
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(40), 50_000);
    expect(most).toBeLessThanOrEqual(8);
  });
});

describe('a worker that stops', () => {
  it('finishes what is on its way', async () => {
    answer = () => ({ status: 204, afterMs: 300 });
    const id = await box.deliver();
    const { stop } = startWorker();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 50_000);
    await stop();
    expect(await box.delivery(id)).toMatchObject({ status: 'success', leased: false });
  });

  it('leaves what it cannot finish to the next one, at once', async () => {
    answer = (call) => ({ status: 204, afterMs: call === 1 ? 60_000 : 0 });
    const id = await box.deliver();
    const { stop } = startWorker({ grace: 50, timeout: 30_000 });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 50_000);
    await stop();
    startWorker();
    await settled(id, { status: 'success', attempts: 2, step: 0 });
    expect(await box.attempts(id)).toMatchObject([{ error: 'network' }, { error: null }]);
  });

  it('gives back what it had not begun', async () => {
    answer = () => ({ status: 204, afterMs: 400 });
    const ids = new Set<string>();
    for (let count = 0; count < 40; count++) ids.add(await box.deliver());
    const { stop } = startWorker();
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), 50_000);
    await stop();
    expect(receiver.received.length).toBeLessThan(40);
    startWorker();
    await vi.waitFor(() => expect(new Set(idsReceived())).toEqual(ids), 50_000);
    expect(receiver.received).toHaveLength(40);
  });
});
