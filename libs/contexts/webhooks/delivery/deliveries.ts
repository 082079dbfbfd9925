import { Inject, Injectable } from '@nestjs/common';
import { type Lease, LeasedWork } from '#platform/leases';
import { Watchdog } from '#platform/observability';
import type { AttemptResult } from '../domain/attempt.js';
import { splitAddress } from '../domain/user-part.js';
import { DeliveryStore } from './delivery-store.js';
import type { ClaimedDelivery, DeliveryClosing, LaneTarget } from './records.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** Maximum number of leased deliveries: four times what is sent at once. */
const MAX_LEASED = 512;

/** A delivery that ended. */
export interface Ended {
  lease: Lease<ClaimedDelivery>;
  /** Its start is by `performance.now()`. Null when none was made: the kind was disabled, or its URL removed, while it was pending. */
  call: { url: string; startedAt: number; result: AttemptResult } | null;
  /** Milliseconds until the next attempt, or null. */
  retryInMs: number | null;
}

/** The deliveries that this worker holds. Closing them answers with the current targets of their lanes. */
@Injectable()
export class Deliveries extends LeasedWork<ClaimedDelivery, Ended, LaneTarget[]> {
  constructor(store: DeliveryStore, @Inject(WORKER_SETTINGS) { lease }: WorkerSettings, watchdog: Watchdog) {
    const leasing = {
      rows: store.rows,
      nameOf: ({ id }: ClaimedDelivery) => id,
      release: (token: string, untried: readonly ClaimedDelivery[]) => store.release(token, untried),
      close: (token: string, ended: readonly Ended[]) => store.close(token, closingsOf(ended, performance.now())),
      times: lease,
      most: MAX_LEASED,
    };
    super('webhook', leasing, watchdog);
  }
}

function closingsOf(ended: readonly Ended[], now: number): DeliveryClosing[] {
  return ended.map(({ lease: { work }, call, retryInMs }) => ({
    ...{ group_id: work.group_id, id: work.id, kind: work.kind, attempt: work.attempt },
    ...(call ? call.result : { error: 'endpoint_disabled' }),
    sent: call !== null,
    started_ago_ms: call ? now - call.startedAt : 0,
    retry_in_ms: retryInMs,
    endpoint: call && splitAddress(call.url).url,
  }));
}
