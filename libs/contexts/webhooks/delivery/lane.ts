import { LaneLimits } from '../domain/lane-limits.js';
import type { Claimed } from './delivery-store.js';

/** One Group's endpoint of one kind in this worker (docs/adr/0012-webhook-endpoints-that-hang.md). */
export class Lane {
  readonly limits: LaneLimits;
  readonly waiting: Claimed[] = [];
  inFlight = 0;
  /** The last claim gave all that was asked for: there is probably more. */
  more = false;

  constructor(widest: number) {
    this.limits = new LaneLimits(widest);
  }

  get open(): boolean {
    return this.inFlight < this.limits.concurrency;
  }

  get held(): number {
    return this.waiting.length + this.inFlight;
  }

  get hungry(): boolean {
    return this.more && this.held <= this.limits.capacity / 2;
  }
}
