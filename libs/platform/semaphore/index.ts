import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '#platform/kernel';

/** Lets costly work take turns, so that it leaves the process to everyone else's. */
export class Semaphore {
  private readonly limit: LimitFunction;

  /**
   * @param atOnce how many may run together
   * @param waiting how many may wait for their turn
   */
  constructor(
    atOnce: number,
    private readonly waiting: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** Does the work when its turn has come. @throws DomainError `unavailable` when too much waits already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) {
      throw new DomainError('unavailable', 'unavailable', 'Too much is asked for at once. Try again later.');
    }
    return this.limit(work);
  }
}
