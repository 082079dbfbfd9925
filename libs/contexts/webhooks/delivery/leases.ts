import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SingleFlight } from '#platform/kernel';
import { BatchWriter } from './batch-writer.js';
import { DeliveryStore } from './delivery-store.js';
import { Lease } from './lease.js';
import type { Claimed, LaneDemand, LaneTarget } from './records.js';
import { type LeaseTimes, WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** Deliveries held at most, whatever the backlog: memory stays flat. */
const MOST = 1_024;

/** What this worker holds: claims it, renews its leases and lets it go. */
@Injectable()
export class Leases {
  /** Names this worker in the database. */
  readonly token = randomUUID();
  private readonly log = new Logger('Webhooks');
  private readonly times: LeaseTimes;
  private readonly held = new Map<string, Lease>();
  private readonly returned: BatchWriter<Claimed>;
  private timer: NodeJS.Timeout | undefined;
  // One renewal at a time: while the database hangs, each further one would take another connection.
  private readonly renewal = new SingleFlight(() => this.renew());
  private renewedAt = 0;

  constructor(
    private readonly store: DeliveryStore,
    @Inject(WORKER_SETTINGS) { lease }: WorkerSettings,
  ) {
    this.times = lease;
    this.returned = new BatchWriter(
      (batch) => this.store.release(this.token, batch),
      (problem) => this.log.error(problem),
    );
  }

  /** Renews from now on, and lets go what cannot be renewed in time. */
  start(): void {
    this.renewedAt = performance.now();
    this.timer = setInterval(() => this.check(), this.times.check);
  }

  get size(): number {
    return this.held.size;
  }

  /**
   * Takes due deliveries, as many as there is room for.
   * @param wanted how many of a lane that `demands` does not name
   * @returns them, and where the lanes of `demands` go, as of `readAt` at the earliest
   */
  async claim(
    demands: readonly LaneDemand[],
    wanted: number,
  ): Promise<{ leases: Lease[]; targets: LaneTarget[]; readAt: number }> {
    this.letGo(performance.now());
    // Before the claim: it would take them for a dead worker's, whose attempts may have arrived.
    await this.returned.settled(this.times.margin);
    const readAt = performance.now();
    const free = MOST - this.held.size;
    if (free <= 0) return { leases: [], targets: [], readAt };
    // The lease is counted from before the statement, so that this worker never believes in it longer than the database does.
    const endsAt = readAt + this.times.length;
    const { claimed, targets } = await this.store.claim(this.token, demands, wanted, free);
    return { leases: claimed.map((delivery) => this.hold(new Lease(delivery, endsAt))), targets, readAt };
  }

  /** Whether the call may begin; from then on it counts as sent. */
  begin(lease: Lease): boolean {
    if (lease.isLost || this.isEnding(lease, performance.now())) return false;
    lease.state = 'sending';
    return true;
  }

  /** Gives back what was not begun, as if it had never been taken. */
  giveBack(lease: Lease): void {
    if (lease.isLost) return;
    this.forget(lease);
    lease.lose();
    this.returned.add(lease.delivery);
  }

  /** What is forgotten and was not closed is taken again when its lease has run out. */
  forget(lease: Lease): void {
    if (this.held.get(lease.delivery.id) === lease) this.held.delete(lease.delivery.id);
  }

  /** Renews nothing more and waits until what was given back is written. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.returned.stop();
    await this.returned.settled(this.times.margin);
  }

  /** Breaks off what is left: it may or may not have arrived, and is sent again at once. */
  async abandon(): Promise<void> {
    const left = [...this.held.values()];
    for (const lease of left) this.lose(lease);
    if (left.length > 0) await this.store.abandon(this.token, deliveriesOf(left)).catch((problem) => this.log.error(problem));
  }

  private hold(lease: Lease): Lease {
    // After a standstill this worker may claim what it still believed to hold.
    this.held.get(lease.delivery.id)?.lose();
    this.held.set(lease.delivery.id, lease);
    return lease;
  }

  private check(): void {
    const now = performance.now();
    this.letGo(now);
    if (this.held.size > 0 && now - this.renewedAt >= this.times.renewal) void this.renewal.run();
  }

  private async renew(): Promise<void> {
    const now = performance.now();
    this.renewedAt = now;
    const leases = [...this.held.values()];
    try {
      await this.store.renew(this.token, deliveriesOf(leases));
      for (const lease of leases) lease.endsAt = now + this.times.length;
    } catch (problem) {
      this.log.error(problem);
    }
  }

  /** Whoever cannot renew no longer owns: calls under a lease that ends are broken off before another worker takes them. */
  private letGo(now: number): void {
    for (const lease of this.held.values()) {
      // What has ended is not sent again by this worker, and whoever takes it is told by what is written.
      if (lease.state === 'ended' || !this.isEnding(lease, now)) continue;
      if (lease.state === 'waiting') this.giveBack(lease);
      else this.lose(lease);
    }
  }

  private isEnding(lease: Lease, now: number): boolean {
    return lease.endsAt - now < this.times.margin;
  }

  private lose(lease: Lease): void {
    this.forget(lease);
    lease.lose();
  }
}

function deliveriesOf(leases: readonly Lease[]): Claimed[] {
  return leases.map(({ delivery }) => delivery);
}
