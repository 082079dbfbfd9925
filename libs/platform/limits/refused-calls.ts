import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CallLimits } from './call-limits.js';
import { MINUTE } from './counters.js';

/** Calls of one kind that may be refused to a sender in a minute, before its next ones are refused unread. */
export const MOST_REFUSED = 300;

/** The refused part of a call: its token or its body. */
type Fault = 'token' | 'body';

/** Counts the refusals of each sender: a client network, or a caller with a token. A count over all processes would cost what it spares. */
@Injectable()
export class RefusedCalls {
  private readonly counts = new LRUCache<string, { refused: number }>({ max: 20_000, ttl: MINUTE * 1000 });

  constructor(private readonly limits: CallLimits) {}

  /** Counts a call that was refused. */
  note(fault: Fault, sender: string): void {
    if (this.limits.calls === 0) return;
    const key = `${fault} ${sender}`;
    const count = this.counts.get(key);
    if (count) count.refused++;
    else this.counts.set(key, { refused: 1 });
  }

  /** Seconds until the sender's calls are no longer refused for this fault; 0 when they are not. */
  resets(fault: Fault, sender: string): number {
    const key = `${fault} ${sender}`;
    const refused = this.counts.get(key)?.refused ?? 0;
    return refused < MOST_REFUSED ? 0 : this.counts.getRemainingTTL(key) / 1000;
  }
}
