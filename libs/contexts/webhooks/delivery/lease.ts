import type { ClaimedDelivery } from './records.js';

/** This worker's lease on a delivery. */
export class Lease {
  /** `waiting`: nothing was sent; `sending`: the endpoint may have received it; `ended`: the result is known. */
  state: 'waiting' | 'sending' | 'ended' = 'waiting';
  /** This worker no longer holds the delivery. */
  isLost = false;
  /** Ends the call under this lease only, while it is under way. */
  stop: (() => void) | null = null;

  /** @param endsAt in the time of `performance.now()` */
  constructor(
    readonly delivery: ClaimedDelivery,
    public endsAt: number,
  ) {}

  lose(): void {
    this.isLost = true;
    this.stop?.();
  }
}
