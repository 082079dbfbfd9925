import type { AttemptResult } from './attempt.js';

/** A narrowed endpoint keeps this many calls at a time, so that its schedule still goes on. */
const NARROWEST = 4;
/** Endpoints that answer within this many milliseconds get claimed deliveries in advance, so that they never wait for a claim. */
const QUICK = 100;
/** So many times their calls at a time. */
const PREFETCH = 8;

/**
 * How much an endpoint gets (docs/adr/0012-webhook-endpoints-that-hang.md): its calls at a time are halved by every call that runs into
 * the deadline, and widened by one again by every answer.
 */
export class LaneLimits {
  private width: number;
  private latency = QUICK;

  /** @param widest calls at a time at most */
  constructor(private readonly widest: number) {
    this.width = widest;
  }

  /** Calls at a time. */
  get concurrency(): number {
    return this.width;
  }

  /** Whether it gets less than others because it hangs. */
  get isNarrowed(): boolean {
    return this.width < this.widest;
  }

  /** Deliveries it may hold, waiting and in flight; only those who answer quickly get more than they have calls. */
  get capacity(): number {
    return this.latency < QUICK && !this.isNarrowed ? this.width * PREFETCH : this.width;
  }

  learn({ error, durationMs }: Pick<AttemptResult, 'error' | 'durationMs'>): void {
    this.latency += (durationMs - this.latency) / 8;
    this.width = error === 'timeout' ? Math.max(NARROWEST, this.width >> 1) : Math.min(this.widest, this.width + 1);
  }
}
