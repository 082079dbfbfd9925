import { Unavailable } from '#platform/kernel';
import { FairQueue } from './fair-queue.js';

/** The owner of the work, and until when anybody waits for it. */
export interface Turn {
  owner: number | string;
  /** It has its turn when no other's waits. */
  isLast: boolean;
  signal: AbortSignal;
}

/** Work one at a time, by turns of its owners. Work that its caller gave up is never begun. */
export class FairTurns {
  private readonly first = new FairQueue<number | string, () => void>();
  private readonly last = new FairQueue<number | string, () => void>();
  private busy = false;

  /** @param waiting how much of both kinds may wait */
  constructor(private readonly waiting: number) {}

  /** @throws Unavailable when too much waits, or once the caller gives up */
  async run<T>({ owner, isLast, signal }: Turn, work: () => Promise<T>): Promise<T> {
    if (signal.aborted) throw tooMany();
    if (this.busy) await this.turn(isLast ? this.last : this.first, owner, signal);
    this.busy = true;
    try {
      return await work();
    } finally {
      const [next] = this.first.size > 0 ? this.first.take(1) : this.last.take(1);
      if (next) next();
      else this.busy = false;
    }
  }

  private turn(queue: FairQueue<number | string, () => void>, owner: number | string, signal: AbortSignal): Promise<void> {
    if (queue.size >= this.waiting) throw tooMany();
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        if (queue.remove(owner, begin)) reject(tooMany());
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(owner, begin);
    });
  }
}

function tooMany(): Unavailable {
  return new Unavailable('busy', 'Too many requests at once. Try again later.');
}
