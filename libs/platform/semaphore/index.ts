import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '#platform/kernel';

/** Limits how much costly work runs concurrently, so that it does not slow down the rest of the process. */
export class Semaphore {
  private readonly limit: LimitFunction;

  /**
   * @param atOnce how many may run concurrently
   * @param waiting how many more may wait
   */
  constructor(
    atOnce: number,
    private readonly waiting: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** Runs the work when there is capacity. @throws DomainError `unavailable` when too many are waiting already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) {
      throw new DomainError('unavailable', 'unavailable', 'Too many requests at once. Try again later.');
    }
    return this.limit(work);
  }
}
