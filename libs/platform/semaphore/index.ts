import pLimit, { type LimitFunction } from 'p-limit';
import { Unavailable } from '#platform/kernel';

/** Limits how much costly work runs concurrently, so that it does not slow down the rest of the process. */
export class Semaphore {
  private readonly limit: LimitFunction;

  /**
   * @param atOnce how many may run concurrently
   * @param waiting how many more may wait
   * @param patience milliseconds after which one that waits is refused
   */
  constructor(
    atOnce: number,
    private readonly waiting: number,
    private readonly patience = Number.POSITIVE_INFINITY,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** Runs the work when there is capacity. @throws DomainError `unavailable` when too many are waiting already, or for too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) throw tooMany();
    const end = performance.now() + this.patience;
    return this.limit(() => {
      if (performance.now() > end) throw tooMany();
      return work();
    });
  }
}

function tooMany(): Unavailable {
  return new Unavailable('busy', 'Too many requests at once. Try again later.');
}
