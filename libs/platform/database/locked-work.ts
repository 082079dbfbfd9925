import { LRUCache } from 'lru-cache';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { isSqlError } from '#platform/postgres';
import type { OwnedPiece } from './pieces.js';
import type { Query, Rows } from './round-trip.js';
import { NoConnection } from './unavailable.js';

/** Maximum pieces of work sent alone at a time, in all and of one Group. Pieces that wait for a lock are counted separately. */
const [ALONE, ALONE_OF_GROUP] = [4, 2];

/**
 * Milliseconds for which the pieces of a Group go alone, within its places, after the last time that one of them met a lock: together with
 * others each would keep these waiting. And how many Groups are remembered.
 */
const [APART_FOR, APART] = [5_000, 1_000];

/** Maximum attempts for a piece of work that PostgreSQL rolls back to end a deadlock. */
const TRIES = 5;

/** Maximum milliseconds that a piece of work waits to be sent. */
export const MAX_WAIT = 5_000;

/** Work that meets locks: it goes alone, and so does what else its Group sends for a while. */
export class LockedWork {
  private readonly apart = new LRUCache<number, true>({ max: APART, ttl: APART_FOR });
  private readonly turns = oneByOne();

  /** @param first is sent in front of what may go together with others again */
  constructor(
    private readonly send: (queries: readonly Query[]) => Promise<Rows>,
    private readonly first: readonly Query[],
  ) {}

  /** Whether no Group is apart. */
  get isNone(): boolean {
    return this.apart.size === 0;
  }

  isApart({ of }: Pick<OwnedPiece, 'of'>): boolean {
    return of !== null && this.apart.has(of.groupID);
  }

  /** Notes that a piece of the Group met a lock. */
  met(groupID: number): void {
    this.apart.set(groupID, true);
  }

  /** Sends a piece that waits for a lock, or behind another one of its record. */
  sendLocked(work: OwnedPiece): void {
    this.turns.run(work.of?.groupID, () => this.untilNoDeadlock(work)).catch(() => work.reject(busy()));
  }

  /** Sends a piece of a Group that is apart. */
  sendApart(work: OwnedPiece): void {
    this.turns.run(work.of?.groupID, () => this.unlessLocked(work)).catch(() => work.reject(busy()));
  }

  /** A Group stays apart while its pieces still meet locks. */
  private async unlessLocked(work: OwnedPiece): Promise<void> {
    try {
      work.resolve((await this.send([...this.first, ...work.queries])).slice(this.first.length));
    } catch (error) {
      if (!isSqlError(error, 'lock_not_available')) return work.reject(error);
      if (work.of) this.met(work.of.groupID);
      await this.untilNoDeadlock(work);
    }
  }

  /** It may wait for rows of others that wait for its own: PostgreSQL rolls one of the two back, and that one is sent again. */
  private async untilNoDeadlock({ queries, resolve, reject }: OwnedPiece): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return resolve(await this.send(queries));
      } catch (error) {
        if (!isSqlError(error, 'deadlock_detected') || attempt === TRIES) return reject(error);
      }
    }
  }
}

/** Turns of pieces that go alone. */
export function oneByOne(): SharedSemaphore<number | undefined> {
  const atOnce = (most: number) => new Semaphore(most, Number.POSITIVE_INFINITY, MAX_WAIT);
  return new SharedSemaphore(atOnce(ALONE), () => atOnce(ALONE_OF_GROUP));
}

/** The answer to who has waited for too long. */
export function busy(): NoConnection {
  return new NoConnection('The connections for writing were busy for too long.');
}
