import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CallLimits } from './call-limits.js';
import { Counters, MINUTE } from './counters.js';

/** Parts of a minute's calls that a process first reserves in the shared count, and reserves at most at once. */
const [FIRST_BLOCK, LARGEST_BLOCK] = [1 / 200, 1 / 20];

/** A caller's current minute, as far as this process knows. */
interface Minute {
  /** Reserved calls that have not been used yet. */
  left: number;
  /** Calls reserved by this process. */
  own: number;
  /** Calls reserved by all processes, when this one last asked. */
  taken: number;
  /** When it ends, by this process's own clock in milliseconds. */
  ends: number;
}

/** The state of the limit after a call. */
export interface RateLimitState {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the minute ends. */
  resets: number;
}

/** Limits the calls of each caller over all processes (docs/adr/0027-no-group-harms-another.md). */
@Injectable()
export class CallLimiter {
  private readonly minutes = new LRUCache<string, Minute>({ max: 20_000, ttl: MINUTE * 1000 });
  private readonly asking = new Map<string, Promise<void>>();

  constructor(
    private readonly counters: Counters,
    private readonly limits: CallLimits,
  ) {}

  /** Counts one call of the caller. @param weight as how many it counts; no call weighs more than the whole limit */
  async count(caller: string, weight = 1): Promise<RateLimitState> {
    const limit = this.limits.calls;
    const calls = Math.min(weight, limit);
    for (;;) {
      const minute = this.known(caller);
      if (minute) {
        const resets = (minute.ends - performance.now()) / 1000;
        const isAllowed = minute.left >= calls;
        if (isAllowed) minute.left -= calls;
        if (isAllowed || minute.taken >= limit) {
          return { isAllowed, limit, remaining: Math.max(0, limit - minute.taken) + minute.left, resets: Math.ceil(resets) };
        }
      }
      await this.askOnce(caller, calls);
    }
  }

  /** Calls that arrive while the process asks the database wait for the same result. */
  private askOnce(caller: string, calls: number): Promise<void> {
    const asked = this.asking.get(caller) ?? this.ask(caller, calls).finally(() => this.asking.delete(caller));
    this.asking.set(caller, asked);
    return asked;
  }

  private async ask(caller: string, calls: number): Promise<void> {
    const limit = this.limits.calls;
    const block = Math.max(1, calls - (this.known(caller)?.left ?? 0), Math.floor(this.blockOf(caller)));
    const { points, resets } = await this.counters.raise(`calls:${caller}`, block);
    const { left, own } = this.known(caller) ?? { left: 0, own: 0 };
    const reserved = Math.min(block, Math.max(0, limit - (points - block)));
    this.minutes.set(caller, {
      left: left + reserved,
      own: own + reserved,
      taken: Math.min(points, limit),
      ends: performance.now() + resets,
    });
  }

  /**
   * Calls to reserve next: half as many as this process already has, and at most half of its share of those that are left. The calls that
   * all processes have reserved and not used when the limit is reached therefore stay few, however many processes there are.
   */
  private blockOf(caller: string): number {
    const limit = this.limits.calls;
    const known = this.known(caller);
    if (!known) return limit * FIRST_BLOCK;
    const share = known.own / known.taken;
    return Math.min(limit * LARGEST_BLOCK, known.own / 2, ((limit - known.taken) * share) / 2);
  }

  private known(caller: string): Minute | null {
    const minute = this.minutes.get(caller);
    return minute && minute.ends > performance.now() ? minute : null;
  }
}
