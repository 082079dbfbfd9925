import { WakeablePause } from '#platform/concurrency';
import type { Watchdog } from '#platform/observability';

/** Times in milliseconds. */
export interface PollingTimes {
  /** The pause after a round that found nothing more to do; it is the longest that work without a wake-up waits. */
  interval: number;
  /** One round ends within this time, or the watchdog ends the process. */
  bound: number;
}

/** Looks for due work until it is stopped: periodically, on a wake-up, and at once while there is more. */
export class PollingLoop {
  private readonly pause = new WakeablePause();
  private readonly watched: () => Promise<boolean>;
  private readonly interval: number;
  private running: Promise<void> = Promise.resolve();
  private stopping = false;

  /**
   * @param name the loop's name for the watchdog
   * @param round does some of the due work and returns whether there is more
   * @param report called with the error of a failed round; the next follows after the interval
   */
  constructor(
    watchdog: Watchdog,
    name: string,
    { interval, bound }: PollingTimes,
    round: () => Promise<boolean>,
    private readonly report: (problem: unknown) => void,
  ) {
    const loop = watchdog.loop(name, bound);
    this.watched = () => loop.round(round);
    this.interval = interval;
  }

  start(): void {
    this.running = this.run();
  }

  /** There may be work: the next round begins at once. */
  wake(): void {
    this.pause.wake();
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /** Begins no more rounds. @returns when the current one has ended */
  stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    return this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.pause.begin();
      const hasMore = await this.watched().catch((problem) => {
        this.report(problem);
        return false;
      });
      if (!hasMore && !this.stopping) await this.pause.rest(this.interval);
    }
  }
}
