import { Injectable, Logger } from '@nestjs/common';
import { BatchWriter } from '#platform/concurrency';
import { Watchdog } from '#platform/observability';
import { DeliveryStore } from './delivery-store.js';
import type { Lease } from './lease.js';
import { Leases } from './leases.js';
import type { DeliveryClosing, LaneTarget } from './records.js';
import { ROUND } from './settings.js';

/** A delivery that ended. Times are from `performance.now()`. */
export interface Ended {
  lease: Lease;
  closing: Omit<DeliveryClosing, 'started_ago_ms'>;
  startedAt: number;
}

/** @param readAt a time before the targets were read */
type WhenWritten = (ended: readonly Ended[], targets: readonly LaneTarget[], readAt: number) => void;

/** Records the results of deliveries in batches. */
@Injectable()
export class Closings {
  private readonly log = new Logger('Webhooks');
  private readonly writer: BatchWriter<Ended>;
  private whenWritten: WhenWritten = () => undefined;

  constructor(
    private readonly store: DeliveryStore,
    private readonly leases: Leases,
    watchdog: Watchdog,
  ) {
    const writing = watchdog.loop('webhook closings', ROUND);
    this.writer = new BatchWriter<Ended>(
      (batch) => writing.round(() => this.write(batch)),
      (problem) => this.log.error(problem),
    );
  }

  /** @param whenWritten called with what was written and the current targets of those lanes */
  start(whenWritten: WhenWritten): void {
    this.whenWritten = whenWritten;
  }

  add(ended: Ended): void {
    ended.lease.state = 'ended';
    this.writer.add(ended);
  }

  /** Failed writes are no longer retried: another worker claims those deliveries. */
  stop(): void {
    this.writer.stop();
  }

  private async write(batch: readonly Ended[]): Promise<void> {
    const now = performance.now();
    const closings = batch.map(({ closing, startedAt }) => ({ ...closing, started_ago_ms: now - startedAt }));
    const targets = await this.store.close(this.leases.token, closings);
    for (const { lease } of batch) this.leases.forget(lease);
    this.whenWritten(batch, targets, now);
  }
}
