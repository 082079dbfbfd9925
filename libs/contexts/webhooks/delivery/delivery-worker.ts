import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { RetryPolicy } from '#platform/kernel';
import { WakeablePause } from '#platform/queue';
import type { Secrets } from '#platform/secrets';
import type { AttemptResult } from '../domain/attempt.js';
import type { Kind } from '../domain/kinds.js';
import { judge } from '../domain/retry-schedule.js';
import { signedHeaders } from '../signing/signature.js';
import { SigningSecrets } from '../signing/signing-secrets.js';
import type { InHand } from './delivery-metrics.js';
import { type Claimed, type Closing, type DeliveryStore, LEASE } from './delivery-store.js';
import type { EndpointConnection } from './endpoint-connection.js';
import type { Lane } from './lane.js';
import { Lanes, type Widths } from './lanes.js';

/** Without any wake-up the worker looks this often: it finds what was not nudged, retries that fell due, leases that ran out. */
const LOOK = 500;
const RENEWAL = 4_000;
/** Nothing is begun on, and nothing goes on with, a lease that is this close to its end. */
const MARGIN = 2_000;
/** Deliveries held at most, whatever the backlog: memory stays flat. */
const HELD = 1_024;
/** Attempts closed in one statement at most. */
const BATCH = 250;

export interface DeliveryWorkerSettings {
  widths: Widths;
  policy: RetryPolicy;
  /** Milliseconds a stopping worker gives to calls that are on their way. */
  grace: number;
  /** Told about every attempt that ended. */
  onAttempt?: (kind: Kind, result: AttemptResult) => void;
}

interface Held {
  delivery: Claimed;
  leaseEnds: number;
  sending: boolean;
}

/** Takes due deliveries, sends them and writes down what came of it, until it is stopped. */
export class DeliveryWorker {
  private readonly token = randomUUID();
  private readonly lanes: Lanes;
  private readonly secrets: SigningSecrets;
  private readonly held = new Map<string, Held>();
  private readonly finished: { closing: Closing; startedAt: number }[] = [];
  private running: Promise<void>[] = [];
  private stopping = false;
  private readonly pause = new WakeablePause();
  private flushing: Promise<void> | null = null;
  private abandon = new AbortController();

  constructor(
    private readonly store: DeliveryStore,
    private readonly connection: EndpointConnection,
    secrets: Secrets,
    private readonly settings: DeliveryWorkerSettings,
    private readonly report: (problem: unknown) => void,
  ) {
    this.lanes = new Lanes(settings.widths);
    this.secrets = new SigningSecrets(secrets);
    setMaxListeners(0, this.abandon.signal);
  }

  start(): void {
    this.running = [this.takeUntilStopped(), this.renewUntilStopped()];
  }

  /** What it has in hand now. */
  inHand(): InHand[] {
    return this.lanes.inHand();
  }

  /** There may be something to send. */
  wake(): void {
    this.pause.wake();
  }

  /** Takes nothing more, gives back what was not begun, and waits for calls on their way; what is unanswered then is sent again. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await Promise.all(this.running);
    const unsent = this.lanes.drain();
    for (const { id } of unsent) this.held.delete(id);
    if (unsent.length > 0) await this.store.release(this.token, unsent).catch(this.report);
    const end = Date.now() + this.settings.grace;
    while (this.held.size > 0 && Date.now() < end) await pause(20);
    this.abandon.abort();
    const unanswered = [...this.held.values()].map(({ delivery }) => delivery);
    if (unanswered.length > 0) await this.store.abandon(this.token, unanswered).catch(this.report);
  }

  private async takeUntilStopped(): Promise<void> {
    while (!this.stopping) {
      this.pause.begin();
      const taken = await this.take().catch((problem) => {
        this.report(problem);
        return 0;
      });
      this.startSending();
      if (taken > 0 && this.lanes.hungry) continue;
      if (taken === 0) this.lanes.tidy();
      if (!this.stopping) await this.pause.rest(LOOK);
    }
  }

  private async take(): Promise<number> {
    const free = HELD - this.held.size;
    if (free <= 0) return 0;
    const rooms = this.lanes.rooms();
    // The lease is counted from before the statement, so that this worker never believes in it longer than the database does.
    const leaseEnds = performance.now() + LEASE;
    const claimed = await this.store.claim(this.token, rooms, this.settings.widths.lane, free);
    for (const delivery of claimed) {
      this.held.set(delivery.id, { delivery, leaseEnds, sending: false });
      if (delivery.url === null) this.finish(delivery, unsent(delivery), performance.now());
    }
    this.lanes.add(
      claimed.filter(({ url }) => url !== null),
      rooms,
    );
    return claimed.length;
  }

  private startSending(): void {
    if (this.stopping) return;
    for (const { lane, delivery } of this.lanes.startable()) {
      const held = this.held.get(delivery.id);
      if (!held || held.leaseEnds - performance.now() < MARGIN) this.held.delete(delivery.id);
      else void this.send(lane, held, delivery.url!);
    }
  }

  private async send(lane: Lane, held: Held, url: string): Promise<void> {
    const { delivery } = held;
    const leave = this.lanes.enter(lane);
    held.sending = true;
    const startedAt = performance.now();
    const abandon = this.abandon.signal;
    try {
      const secrets = this.secrets.of(delivery);
      const headers = signedHeaders(delivery.id, new Date(), delivery.body, secrets);
      const result = await this.connection.post(url, headers, delivery.body, abandon);
      if (abandon.aborted) return;
      lane.limits.learn(result);
      this.settings.onAttempt?.(delivery.kind, result);
      const verdict = judge(result, { step: delivery.step, failingForMs: delivery.failing_for_ms }, this.settings.policy);
      if (verdict.disable) await this.store.disable(delivery.group_id, delivery.kind).catch(this.report);
      this.finish(delivery, closingOf(delivery, result, verdict.retryInMs), startedAt);
    } catch (problem) {
      // Its lease runs out and it is taken again.
      this.held.delete(delivery.id);
      this.report(problem);
    } finally {
      leave();
      this.startSending();
      if (lane.hungry) this.wake();
    }
  }

  private finish(delivery: Claimed, closing: Closing, startedAt: number): void {
    this.held.get(delivery.id)!.sending = true;
    this.finished.push({ closing, startedAt });
    this.flushing ??= this.flush().finally(() => {
      this.flushing = null;
    });
  }

  /** One statement at a time: what ends meanwhile goes into the next, so that a busy worker writes in batches by itself. */
  private async flush(): Promise<void> {
    await new Promise(setImmediate);
    while (this.finished.length > 0) {
      const batch = this.finished.slice(0, BATCH);
      const now = performance.now();
      try {
        await this.store.close(
          this.token,
          batch.map(({ closing, startedAt }) => ({ ...closing, started_ago_ms: now - startedAt })),
        );
      } catch (problem) {
        this.report(problem);
        if (this.stopping) return;
        await pause(LOOK);
        continue;
      }
      this.finished.splice(0, batch.length);
      for (const { closing } of batch) {
        this.held.delete(closing.id);
        if (closing.retry_in_ms !== null && closing.retry_in_ms < LOOK)
          setTimeout(() => this.wake(), closing.retry_in_ms).unref();
      }
    }
  }

  private async renewUntilStopped(): Promise<void> {
    let last = performance.now();
    while (!this.stopping) {
      await pause(LOOK);
      const now = performance.now();
      this.letGo(now);
      if (now - last < RENEWAL || this.held.size === 0) continue;
      last = now;
      const renewed = [...this.held.values()];
      // In its own time: a database that hangs must not keep this loop from letting go.
      this.store
        .renew(
          this.token,
          renewed.map(({ delivery }) => delivery),
        )
        .then(() => {
          for (const held of renewed) held.leaseEnds = now + LEASE;
        }, this.report);
    }
  }

  /** Whoever cannot renew may no longer own: calls under a lease that ends are broken off before another worker takes them. */
  private letGo(now: number): void {
    const lost = [...this.held.values()].filter(({ leaseEnds }) => leaseEnds - now < MARGIN);
    if (lost.length === 0) return;
    for (const { delivery } of lost) this.held.delete(delivery.id);
    if (!lost.some(({ sending }) => sending)) return;
    this.abandon.abort();
    this.abandon = new AbortController();
    setMaxListeners(0, this.abandon.signal);
  }
}

function closingOf(delivery: Claimed, result: AttemptResult, retryInMs: number | null): Closing {
  return {
    group_id: delivery.group_id,
    id: delivery.id,
    kind: delivery.kind,
    attempt: delivery.attempt,
    sent: delivery.url !== null,
    status: result.error === null ? 'success' : 'failed',
    error: result.error,
    response_status: result.responseStatus,
    response_body: result.responseBody,
    address: result.address,
    duration_ms: delivery.url === null ? null : result.durationMs,
    started_ago_ms: 0,
    retry_in_ms: retryInMs,
    endpoint: delivery.url,
  };
}

/** The kind was disabled, or lost its URL, while the delivery waited. */
function unsent(delivery: Claimed): Closing {
  const nothing: AttemptResult = {
    error: 'endpoint_disabled',
    responseStatus: null,
    responseBody: null,
    address: null,
    durationMs: 0,
    retryAfterMs: null,
  };
  return closingOf(delivery, nothing, null);
}
