import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { BatchWriter, SingleFlight } from '#platform/concurrency';
import { Watchdog } from '#platform/observability';
import { DeliveryStore } from './delivery-store.js';
import { Lease } from './lease.js';
import type { ClaimedDelivery, LaneDemand, LaneTarget } from './records.js';
import { type LeaseTimes, ROUND, WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** Maximum number of leased deliveries, to bound memory whatever the backlog: four times what is sent at once. */
const MAX_LEASED = 512;

/** The deliveries this worker holds: claims them, renews their leases and releases them. */
@Injectable()
export class Leases {
  /** Identifies this worker in the database. */
  readonly token = randomUUID();
  private readonly log = new Logger('Webhooks');
  private readonly times: LeaseTimes;
  private readonly leased = new Map<string, Lease>();
  private readonly returned: BatchWriter<ClaimedDelivery>;
  private timer: NodeJS.Timeout | undefined;
  // One renewal at a time: while the database hangs, each further one would occupy another connection.
  private readonly renewal: SingleFlight;
  private renewedAt = 0;

  constructor(
    private readonly store: DeliveryStore,
    @Inject(WORKER_SETTINGS) { lease }: WorkerSettings,
    watchdog: Watchdog,
  ) {
    this.times = lease;
    const renewing = watchdog.loop('webhook lease renewal', ROUND);
    this.renewal = new SingleFlight(() => renewing.round(() => this.renew()));
    const returning = watchdog.loop('webhook lease return', ROUND);
    this.returned = new BatchWriter((batch) => returning.round(() => this.store.release(this.token, batch)), this.log);
  }

  /** Starts renewing leases and dropping those that cannot be renewed in time. */
  start(): void {
    this.renewedAt = performance.now();
    this.timer = setInterval(() => this.check(), this.times.check);
  }

  get size(): number {
    return this.leased.size;
  }

  /**
   * Claims due deliveries, as many as there is room for.
   * @param wanted how many to take from a lane that is not in `demands`
   * @returns them, and the targets of the lanes in `demands`, read no earlier than `readAt`
   */
  async claim(
    demands: readonly LaneDemand[],
    wanted: number,
  ): Promise<{ leases: Lease[]; targets: LaneTarget[]; readAt: number }> {
    this.dropEnding(performance.now());
    // Before the claim: it would treat them as a dead worker's, whose attempts may have arrived.
    await this.returned.settled(this.times.margin);
    const readAt = performance.now();
    const free = MAX_LEASED - this.leased.size;
    if (free <= 0) return { leases: [], targets: [], readAt };
    // The lease counts from before the statement, so that for this worker it never ends later than in the database.
    const endsAt = readAt + this.times.length;
    const { claimed, targets } = await this.store.claim(this.token, demands, wanted, free);
    return { leases: claimed.map((delivery) => this.add(new Lease(delivery, endsAt))), targets, readAt };
  }

  /** Whether the call may start. */
  mayBegin(lease: Lease): boolean {
    return !lease.isLost && !this.isEnding(lease, performance.now());
  }

  /** Releases a delivery of which nothing was sent, as if it had never been claimed. */
  giveBack(lease: Lease): void {
    if (lease.isLost) return;
    this.forget(lease);
    lease.lose();
    this.returned.add(lease.delivery);
  }

  /** Stops holding a lease. A delivery that was not closed is claimed again once its lease has expired. */
  forget(lease: Lease): void {
    if (this.leased.get(lease.delivery.id) === lease) this.leased.delete(lease.delivery.id);
  }

  /** Stops renewing and waits until released deliveries are written. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.returned.stop();
    await this.returned.settled(this.times.margin);
  }

  /** Aborts the remaining calls, which are due again at once: those that were sent may have arrived. */
  async abandon(): Promise<void> {
    const unanswered = [...this.leased.values()];
    const tried = unanswered.filter(({ isUntried }) => !isUntried);
    for (const lease of unanswered) this.drop(lease);
    if (tried.length > 0) await this.store.abandon(this.token, deliveriesOf(tried)).catch((problem) => this.log.error(problem));
    await this.returned.settled(this.times.margin);
  }

  private add(lease: Lease): Lease {
    // After a pause of the process, this worker may claim a delivery that it thinks it still holds.
    this.leased.get(lease.delivery.id)?.lose();
    this.leased.set(lease.delivery.id, lease);
    return lease;
  }

  private check(): void {
    const now = performance.now();
    this.dropEnding(now);
    if (this.leased.size > 0 && now - this.renewedAt >= this.times.renewal) void this.renewal.run();
  }

  private async renew(): Promise<void> {
    const now = performance.now();
    this.renewedAt = now;
    const leases = [...this.leased.values()];
    try {
      await this.store.renew(this.token, deliveriesOf(leases));
      for (const lease of leases) lease.endsAt = now + this.times.length;
    } catch (problem) {
      this.log.error(problem);
    }
  }

  /** Aborts calls whose lease is about to end, before another worker can claim the delivery. */
  private dropEnding(now: number): void {
    for (const lease of this.leased.values()) {
      // An ended delivery is not sent again by this worker; its result is still to be written.
      if (!lease.hasEnded && this.isEnding(lease, now)) this.drop(lease);
    }
  }

  private isEnding(lease: Lease, now: number): boolean {
    return lease.endsAt - now < this.times.margin;
  }

  private drop(lease: Lease): void {
    if (lease.isUntried) {
      this.giveBack(lease);
      return;
    }
    this.forget(lease);
    lease.lose();
  }
}

function deliveriesOf(leases: readonly Lease[]): ClaimedDelivery[] {
  return leases.map(({ delivery }) => delivery);
}
