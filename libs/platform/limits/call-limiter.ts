import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CallLimits } from './call-limits.js';
import { Counters, MINUTE } from './counters.js';

/** A process reserves a block of 1/20 of a minute's calls in the shared count, so that few calls need the database. */
const BLOCKS = 20;

/** What this process knows about a caller's current minute. */
interface Minute {
  /** Reserved calls that have not been used yet. */
  left: number;
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

/** Limits the calls of each caller over all processes (docs/adr/0010-limits-counted-in-blocks.md). */
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
      const minute = this.minutes.get(caller);
      const resets = minute === undefined ? 0 : (minute.ends - performance.now()) / 1000;
      if (minute && resets > 0) {
        const isAllowed = minute.left >= calls;
        if (isAllowed) minute.left -= calls;
        if (isAllowed || minute.taken >= limit) {
          return { isAllowed, limit, remaining: Math.max(0, limit - minute.taken) + minute.left, resets: Math.ceil(resets) };
        }
      }
      await this.askOnce(caller);
    }
  }

  /** Calls that arrive while the process asks the database wait for the same result. */
  private askOnce(caller: string): Promise<void> {
    const asked = this.asking.get(caller) ?? this.ask(caller).finally(() => this.asking.delete(caller));
    this.asking.set(caller, asked);
    return asked;
  }

  private async ask(caller: string): Promise<void> {
    const limit = this.limits.calls;
    const block = Math.max(1, Math.floor(limit / BLOCKS));
    const { points, resets } = await this.counters.raise(`calls:${caller}`, block);
    const known = this.minutes.get(caller);
    const kept = known && known.ends > performance.now() ? known.left : 0;
    const left = kept + Math.min(block, Math.max(0, limit - (points - block)));
    this.minutes.set(caller, { left, taken: Math.min(points, limit), ends: performance.now() + resets });
  }
}
