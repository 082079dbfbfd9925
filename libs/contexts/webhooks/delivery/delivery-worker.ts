import { Inject, Injectable, Logger } from '@nestjs/common';
import { Copies } from '#platform/copies';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import { Deliveries, type Ended } from './deliveries.js';
import { DeliveryStore } from './delivery-store.js';
import { Lanes } from './lanes.js';
import { Sender } from './sender.js';
import { ROUND, WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** Polling interval in milliseconds: finds deliveries without a wake-up, due retries and expired leases. */
const POLL = 500;

/** Claims due deliveries and passes them to the sender, until it is stopped (docs/delivery.md). */
@Injectable()
export class DeliveryWorker {
  private readonly loop: PollingLoop;

  constructor(
    @Inject(WORKER_SETTINGS) private readonly settings: WorkerSettings,
    private readonly store: DeliveryStore,
    private readonly deliveries: Deliveries,
    private readonly lanes: Lanes,
    private readonly sender: Sender,
    private readonly copies: Copies,
    watchdog: Watchdog,
  ) {
    const times = { interval: POLL, bound: ROUND };
    this.loop = new PollingLoop(watchdog, 'webhook claims', times, () => this.round(), new Logger('Webhooks'));
  }

  start(): void {
    this.deliveries.start((ended, targets, readAt) => {
      this.lanes.retarget(targets, readAt);
      this.sender.send();
      this.wakeForRetries(ended);
    });
    this.sender.start(() => this.wake());
    this.loop.start();
  }

  /** There may be something to send. */
  wake(): void {
    this.loop.wake();
  }

  /** Stops claiming, releases deliveries not started, and waits for calls in flight; those still unanswered are sent again. */
  async stop(): Promise<void> {
    const stopped = this.loop.stop();
    this.sender.stop();
    await stopped;
    for (const lease of this.lanes.clear()) this.deliveries.release(lease);
    await this.deliveries.stop(this.settings.grace);
  }

  /** @returns whether the next claim should follow at once */
  private async round(): Promise<boolean> {
    const claimed = await this.claim().finally(() => this.sender.send());
    if (claimed === 0) this.lanes.removeIdle();
    return claimed > 0 && this.lanes.areRunningOut;
  }

  private async claim(): Promise<number> {
    if (this.copies.isSilent) return 0;
    this.lanes.removeLost();
    const demands = this.lanes.demands();
    const claim = await this.deliveries.claim((free) =>
      this.store.claim(this.deliveries.token, demands, this.settings.endpointConcurrency, free),
    );
    if (claim === null) return 0;
    const { leases, targets, readAt } = claim;
    const sendable = leases.filter(({ work }) => work.url !== null);
    for (const lease of leases) if (lease.work.url === null) this.deliveries.close({ lease, call: null, retryInMs: null });
    this.lanes.add(sendable, demands, readAt);
    this.lanes.retarget(targets, readAt);
    return leases.length;
  }

  private wakeForRetries(ended: readonly Ended[]): void {
    for (const { retryInMs } of ended)
      if (retryInMs !== null && retryInMs < POLL) setTimeout(() => this.wake(), retryInMs).unref();
  }
}
