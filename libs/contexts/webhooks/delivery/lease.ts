import type { ClaimedDelivery } from './records.js';

/** This worker's lease on a delivery. */
export class Lease {
  /** `waiting`: nothing was sent; `sending`: the endpoint may have received it; `ended`: the result is known. */
  state: 'waiting' | 'sending' | 'ended' = 'waiting';
  /** This worker no longer holds the delivery. */
  isLost = false;
  /** Aborts the call under this lease only. */
  readonly call = new AbortController();

  /** @param endsAt in the time of `performance.now()` */
  constructor(
    readonly delivery: ClaimedDelivery,
    public endsAt: number,
  ) {}

  lose(): void {
    this.isLost = true;
    this.call.abort();
  }
}
