import pLimit, { type LimitFunction } from 'p-limit';
import { Unavailable } from '#platform/kernel';

/** Limits how much costly work runs concurrently, so that it does not slow down the rest of the process. */
export class Semaphore {
  private readonly limit: LimitFunction;

  /**
   * @param atOnce how many may run concurrently
   * @param waiting how many more may wait
   * @param maxWait milliseconds after which one that waits is refused
   */
  constructor(
    atOnce: number,
    private readonly waiting: number,
    private readonly maxWait = Number.POSITIVE_INFINITY,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** Runs the work when there is capacity. @throws DomainError `unavailable` when too many are waiting already, or once it has waited too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { activeCount, pendingCount, concurrency } = this.limit;
    if (pendingCount >= this.waiting) throw tooMany();
    const waits = activeCount + pendingCount >= concurrency;
    return waits && this.maxWait !== Number.POSITIVE_INFINITY ? this.inTime(work) : this.limit(work);
  }

  private inTime<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(tooMany());
      }, this.maxWait);
      const begin = async () => {
        clearTimeout(timer);
        if (!isLate) await work().then(resolve, reject);
      };
      void this.limit(begin);
    });
  }
}

/** Limits work of all and of each owner, so that one owner's work keeps no other one waiting. Owners without work are forgotten. */
export class SharedSemaphore<Owner> {
  private readonly ofOwner = new Map<Owner, { semaphore: Semaphore; works: number }>();

  /** @param each the limits of an owner */
  constructor(
    private readonly all: Semaphore,
    private readonly each: () => Semaphore,
  ) {}

  /** How many owners have work. */
  get owners(): number {
    return this.ofOwner.size;
  }

  /** Runs the work when both have capacity. @throws DomainError `unavailable` as `Semaphore` does */
  async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    const own = this.ofOwner.get(owner) ?? { semaphore: this.each(), works: 0 };
    this.ofOwner.set(owner, own);
    own.works++;
    try {
      return await own.semaphore.run(() => this.all.run(work));
    } finally {
      own.works--;
      if (own.works === 0) this.ofOwner.delete(owner);
    }
  }
}

function tooMany(): Unavailable {
  return new Unavailable('busy', 'Too many requests at once. Try again later.');
}
