import type { AttemptResult } from './attempt.js';
import type { Claimed } from './delivery-store.js';

/** A suspected endpoint keeps this many calls at a time, so that its schedule still goes on. */
const NARROWEST = 4;
/** Endpoints that answer within this many milliseconds get a stock of claimed deliveries, so that they never wait for a claim. */
const QUICK = 100;
const STOCK = 8;

/**
 * One Group's endpoint of one kind in this worker. Its width is how many calls it may have at a time: halved by every call that runs
 * into the deadline, widened again by every answer. A tarpit so holds a few calls and not the worker.
 */
export class Lane {
  readonly waiting: Claimed[] = [];
  inFlight = 0;
  /** The last claim gave all that was asked for: there is probably more. */
  more = false;
  private width: number;
  private latency = QUICK;

  constructor(private readonly widest: number) {
    this.width = widest;
  }

  get suspected(): boolean {
    return this.width < this.widest;
  }

  get open(): boolean {
    return this.inFlight < this.width;
  }

  get held(): number {
    return this.waiting.length + this.inFlight;
  }

  /** How many it may hold, waiting and in flight: little where answers are slow, since what waits here waits for its URL, too. */
  get capacity(): number {
    return this.latency < QUICK && !this.suspected ? this.width * STOCK : this.width;
  }

  get hungry(): boolean {
    return this.more && this.held <= this.capacity / 2;
  }

  learn(result: AttemptResult): void {
    this.latency += (result.durationMs - this.latency) / 8;
    this.width = result.error === 'timeout' ? Math.max(NARROWEST, this.width >> 1) : Math.min(this.widest, this.width + 1);
  }
}
