import type { ClaimedDelivery } from './records.js';

/** This worker's lease on a delivery. */
export class Lease {
  /** Its call was begun to be written: the endpoint may have received it. */
  isSent = false;
  /** The result is known. */
  hasEnded = false;
  /** This worker no longer holds the delivery. */
  isLost = false;
  /** Ends the call under this lease only, while it is under way. */
  stop: (() => void) | null = null;

  /** @param endsAt in the time of `performance.now()` */
  constructor(
    readonly delivery: ClaimedDelivery,
    public endsAt: number,
  ) {}

  /** Nothing of it can have arrived: it is given back as if it had never been claimed. */
  get isUntried(): boolean {
    return !this.isSent && !this.hasEnded;
  }

  lose(): void {
    this.isLost = true;
    this.stop?.();
  }
}
