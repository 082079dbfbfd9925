import type { AttemptResult } from './attempt.js';

/** Concurrency never drops below this, so that a narrowed endpoint still makes progress on its schedule. */
const NARROWEST = 4;
/** For endpoints that respond within this many milliseconds, deliveries are claimed in advance, so that none waits for a claim. */
const QUICK = 100;
/** Deliveries claimed in advance, as a multiple of the concurrency. */
const PREFETCH = 8;

/**
 * The concurrency of one endpoint (docs/adr/0012-webhook-endpoints-that-hang.md): every call that times out halves it, every response
 * raises it by one.
 */
export class LaneLimits {
  private width: number;
  private latency = QUICK;

  /** @param widest maximum concurrency */
  constructor(private readonly widest: number) {
    this.width = widest;
  }

  /** Maximum concurrent calls. */
  get concurrency(): number {
    return this.width;
  }

  /** Whether its concurrency is reduced because of timeouts. */
  get isNarrowed(): boolean {
    return this.width < this.widest;
  }

  /** Deliveries it may hold, waiting and in flight; more than the concurrency only if the endpoint responds quickly. */
  get capacity(): number {
    return this.latency < QUICK && !this.isNarrowed ? this.width * PREFETCH : this.width;
  }

  learn({ error, durationMs }: Pick<AttemptResult, 'error' | 'durationMs'>): void {
    this.latency += (durationMs - this.latency) / 8;
    this.width = error === 'timeout' ? Math.max(NARROWEST, this.width >> 1) : Math.min(this.widest, this.width + 1);
  }
}
