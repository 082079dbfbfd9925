import { setTimeout as pause } from 'node:timers/promises';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';

/** A costly kind of call, which has a share of the connections. */
export type Costly = 'searches' | 'candidates' | 'statistics' | 'keyed calls' | 'stored items';

/** Each costly kind of call may use one in this many connections. */
const SHARE = 5;

/** Maximum costly calls of a kind that wait for others of their Group, and for how many milliseconds; then as long for other Groups. */
const [MOST_WAITING, MAX_WAIT] = [50, 6_000];

/** Turns of calls that would keep others waiting: for connections, or for the process. */
export class Turns {
  private readonly shares = new Map<Costly, SharedSemaphore<number>>();
  private readonly pages = shared(2);
  private readonly batches = shared(2);

  /** @param connections how many the process has */
  constructor(private readonly connections: number) {}

  /**
   * Runs a costly call when its kind has a connection left of its share, so that others always find one. A Group has at most half of the
   * share.
   * @throws DomainError `unavailable` when too many of the Group's wait, or one for too long
   */
  costly<T>(kind: Costly, groupID: number, work: () => Promise<T>): Promise<T> {
    let share = this.shares.get(kind);
    if (!share) {
      share = shared(Math.max(1, Math.floor(this.connections / SHARE)));
      this.shares.set(kind, share);
    }
    return share.run(groupID, work);
  }

  /**
   * Runs a batch of commands when no other of its Group and no more than one in all is under way: it occupies the process as they would
   * one by one.
   * @throws DomainError as `costly`
   */
  batch<T>(groupID: number, work: () => Promise<T>): Promise<T> {
    return this.batches.run(groupID, work);
  }

  /**
   * Reads a large page: one of a Group at a time, and the next one when the process has had as long for others. To parse and write a
   * thousand records occupies it for many times what another call needs.
   * @throws DomainError as `costly`
   */
  page<T>(groupID: number, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const read = async () => {
        const begun = performance.now();
        await work().then(resolve, reject);
        await pause(performance.now() - begun);
      };
      this.pages.run(groupID, read).catch(reject);
    });
  }
}

/** Turns of which a Group has half. */
function shared(atOnce: number): SharedSemaphore<number> {
  const each = () => new Semaphore(Math.ceil(atOnce / 2), MOST_WAITING, MAX_WAIT);
  return new SharedSemaphore(new Semaphore(atOnce, Number.POSITIVE_INFINITY, MAX_WAIT), each);
}
