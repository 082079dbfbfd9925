import { Unavailable } from '#platform/kernel';

/** Limits how much costly work runs concurrently, so that it does not slow down the rest of the process. */
export class Semaphore {
  private running = 0;
  /** Each begins the work that waits longest. */
  private readonly queue: (() => void)[] = [];

  /**
   * @param atOnce how many may run concurrently
   * @param waiting how many more may wait
   * @param maxWait milliseconds after which one that waits is refused
   */
  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
    private readonly maxWait = Number.POSITIVE_INFINITY,
  ) {}

  /** Runs the work when there is capacity. @throws DomainError `unavailable` if too many wait already, or once it has waited too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running++;
    else await this.turn();
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  /** Waits until work that ends hands its place on. */
  private turn(): Promise<void> {
    if (this.queue.length >= this.waiting) throw tooMany();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.queue.splice(this.queue.indexOf(begin), 1);
        reject(tooMany());
      };
      const timer = this.maxWait === Number.POSITIVE_INFINITY ? undefined : setTimeout(giveUp, this.maxWait);
      this.queue.push(begin);
    });
  }

  private next(): void {
    const begin = this.queue.shift();
    if (begin) begin();
    else this.running--;
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

/** One at a time for each key. @param waiting how many more of a key may wait @param maxWait milliseconds */
export function oneOfEach(waiting: number, maxWait: number): SharedSemaphore<string> {
  return new SharedSemaphore(new Semaphore(Number.POSITIVE_INFINITY, 0), () => new Semaphore(1, waiting, maxWait));
}

function tooMany(): Unavailable {
  return new Unavailable('busy', 'Too many requests at once. Try again later.');
}
