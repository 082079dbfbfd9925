import { LaneLimits } from '../domain/lane-limits.js';
import type { Lease } from './lease.js';
import type { LaneKey } from './records.js';

/** One Group's endpoint of one kind in this worker (docs/adr/0012-webhook-endpoints-that-hang.md). */
export class Lane {
  readonly limits: LaneLimits;
  readonly waiting: Lease[] = [];
  inFlight = 0;
  /** The last claim gave all that was asked for: there is probably more. */
  hasMore = false;
  /** Its kind is being disabled: nothing is taken out until that is written. */
  isHeldBack = false;
  private target: { url: string | null; readAt: number } = { url: null, readAt: -1 };

  constructor(
    readonly key: LaneKey,
    widest: number,
  ) {
    this.limits = new LaneLimits(widest);
  }

  /** Where it goes, as far as this worker knows; null when nothing may be sent. */
  get url(): string | null {
    return this.target.url;
  }

  /** Notes where it goes. @param readAt before that was read: what was read later counts, whichever answer comes first */
  goesTo(url: string | null, readAt: number): void {
    if (readAt >= this.target.readAt) this.target = { url, readAt };
  }

  /** Waiting and in flight. */
  get held(): number {
    return this.waiting.length + this.inFlight;
  }

  /** Whether a call may begin, as far as this lane is concerned. */
  get hasRoom(): boolean {
    return this.inFlight < this.limits.concurrency;
  }

  /** How many more deliveries it may hold. */
  get wanted(): number {
    return Math.max(0, this.limits.capacity - this.held);
  }

  /** Whether the next claim should come soon. */
  get isRunningOut(): boolean {
    return this.hasMore && this.held <= this.limits.capacity / 2;
  }

  get isIdle(): boolean {
    return this.held === 0 && !this.limits.isNarrowed && !this.hasMore;
  }
}
