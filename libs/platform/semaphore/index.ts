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

  /** Nothing runs or waits. */
  get isIdle(): boolean {
    return this.limit.activeCount + this.limit.pendingCount === 0;
  }

  /** Runs the work when there is capacity. @throws DomainError `unavailable` when too many are waiting already, or for too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= this.waiting) throw tooMany();
    const end = performance.now() + this.maxWait;
    return this.limit(() => {
      if (performance.now() > end) throw tooMany();
      return work();
    });
  }
}

/** Limits work of all and of each owner, so that one owner's work keeps no other one waiting. Owners without work are forgotten. */
export class SharedSemaphore<Owner> {
  private readonly owners = new Map<Owner, Semaphore>();

  /** @param each the limits of an owner */
  constructor(
    private readonly all: Semaphore,
    private readonly each: () => Semaphore,
  ) {}

  /** Runs the work when both have capacity. @throws DomainError `unavailable` as `Semaphore` does */
  async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    const own = this.owners.get(owner) ?? this.each();
    this.owners.set(owner, own);
    try {
      return await own.run(() => this.all.run(work));
    } finally {
      if (own.isIdle) this.owners.delete(owner);
    }
  }
}

function tooMany(): Unavailable {
  return new Unavailable('busy', 'Too many requests at once. Try again later.');
}
