import { Injectable, Logger } from '@nestjs/common';
import { BatchWriter } from '#platform/concurrency';
import { Watchdog } from '#platform/observability';
import type { AttemptResult } from '../domain/attempt.js';
import { splitAddress } from '../domain/user-part.js';
import { DeliveryStore } from './delivery-store.js';
import type { Lease } from './lease.js';
import { Leases } from './leases.js';
import type { DeliveryClosing, LaneTarget } from './records.js';
import { ROUND } from './settings.js';

/** A delivery that ended. */
export interface Ended {
  lease: Lease;
  /** Its start is by `performance.now()`. Null when none was made: the kind was disabled, or its URL removed, while it was pending. */
  call: { url: string; startedAt: number; result: AttemptResult } | null;
  /** Milliseconds until the next attempt, or null. */
  retryInMs: number | null;
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
    this.writer = new BatchWriter<Ended>((batch) => writing.round(() => this.write(batch)), this.log);
  }

  /** @param whenWritten called with what was written and the current targets of those lanes */
  start(whenWritten: WhenWritten): void {
    this.whenWritten = whenWritten;
  }

  add(ended: Ended): void {
    ended.lease.hasEnded = true;
    this.writer.add(ended);
  }

  /** Failed writes are no longer retried: another worker claims those deliveries. */
  stop(): void {
    this.writer.stop();
  }

  private async write(batch: readonly Ended[]): Promise<void> {
    const now = performance.now();
    const closings = batch.map((ended) => closingOf(ended, now));
    const targets = await this.store.close(this.leases.token, closings);
    for (const { lease } of batch) this.leases.forget(lease);
    this.whenWritten(batch, targets, now);
  }
}

function closingOf({ lease, call, retryInMs }: Ended, now: number): DeliveryClosing {
  const { group_id, id, kind, attempt } = lease.delivery;
  return {
    ...{ group_id, id, kind, attempt },
    ...(call ? call.result : { error: 'endpoint_disabled' }),
    sent: call !== null,
    started_ago_ms: call ? now - call.startedAt : 0,
    retry_in_ms: retryInMs,
    endpoint: call && splitAddress(call.url).url,
  };
}
