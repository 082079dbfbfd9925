import type { Lease } from '#platform/leases';
import { LaneLimits } from '../domain/lane-limits.js';
import type { ClaimedDelivery, LaneKey, LaneTarget } from './records.js';

type Target = Pick<LaneTarget, 'url' | 'user_part'>;

/** The target of a lane that sends nothing. */
export const NOWHERE: Target = { url: null, user_part: null };

/** One Group's URL of one kind, or one of its endpoints, in this worker (docs/adr/0012-webhook-endpoints-that-hang.md). */
export class Lane {
  readonly limits: LaneLimits;
  readonly waiting: Lease<ClaimedDelivery>[] = [];
  inFlight = 0;
  /** The last claim returned as many as requested: there are probably more. */
  hasMore = false;
  /** Its kind is being disabled: nothing is sent until that is written. */
  isPaused = false;
  private target: Target & { readAt: number } = { ...NOWHERE, readAt: -1 };

  constructor(
    readonly key: LaneKey,
    widest: number,
  ) {
    this.limits = new LaneLimits(widest);
  }

  /** The URL, as far as this worker knows; null when nothing may be sent. */
  get url(): string | null {
    return this.target.url;
  }

  /** The credentials of the URL, encrypted. */
  get userPart(): Buffer | null {
    return this.target.user_part;
  }

  /** Sets the URL. @param readAt a time before it was read: the latest read wins, whatever order results arrive in */
  setTarget({ url, user_part }: Target, readAt: number): void {
    if (readAt >= this.target.readAt) this.target = { url, user_part, readAt };
  }

  /** Waiting and in flight. */
  get held(): number {
    return this.waiting.length + this.inFlight;
  }

  /** Whether this lane's concurrency allows another call. */
  get hasRoom(): boolean {
    return this.inFlight < this.limits.concurrency;
  }

  /** How many more deliveries to claim. */
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
