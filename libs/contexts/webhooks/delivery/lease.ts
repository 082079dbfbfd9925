import type { Claimed } from './records.js';

/** A delivery in the hands of this worker. */
export class Lease {
  /** `waiting`: nothing was sent; `sending`: the endpoint may have got it; `ended`: what came of it is known. */
  state: 'waiting' | 'sending' | 'ended' = 'waiting';
  /** The delivery is no longer this worker's. */
  isLost = false;
  /** Ends the call under this lease, and no other. */
  readonly call = new AbortController();

  /** @param endsAt by `performance.now()` */
  constructor(
    readonly delivery: Claimed,
    public endsAt: number,
  ) {}

  lose(): void {
    this.isLost = true;
    this.call.abort();
  }
}
