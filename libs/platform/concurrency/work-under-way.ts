import { FairShares } from './fair-shares.js';

/**
 * Work for Groups that waits for others, such as a provider, as much at once as there are places. A Group alone has half of them, so that
 * one whose provider does not answer holds up no other.
 */
export class WorkUnderWay {
  private readonly works = new Set<Promise<void>>();
  private readonly shares: FairShares<number>;

  /** @param places for how much at once; one of them stays free */
  constructor(private readonly places: number) {
    this.shares = new FairShares(places);
  }

  /** Whether nobody's work can be begun now. */
  get isFull(): boolean {
    return this.works.size >= this.places - 1;
  }

  /** The Groups of which nothing more is to be claimed now. */
  get crowded(): number[] {
    return this.shares.without(1);
  }

  /** Begins work of a Group that is not crowded. @param work what it throws is its own to log */
  begin(groupID: number, work: () => Promise<void>): void {
    this.shares.take(groupID, 1);
    const working = work().finally(() => {
      this.works.delete(working);
      this.shares.give(groupID, 1);
    });
    this.works.add(working);
  }

  /** Waits until all that was begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.works);
  }
}
