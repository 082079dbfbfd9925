import { setTimeout as pause } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
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
  private readonly watched: () => Promise<boolean>;
  private readonly interval: number;
  /** Ends the current pause, or the next one at once. */
  private alarm = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private stopping = false;

  /**
   * @param name the loop's name for the watchdog
   * @param round does some of the due work and returns whether there is more
   * @param log takes the error of a failed round; the next follows after the interval
   */
  constructor(
    watchdog: Watchdog,
    name: string,
    { interval, bound }: PollingTimes,
    round: () => Promise<boolean>,
    private readonly log: Pick<LoggerService, 'error'>,
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
    this.alarm.abort();
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
      // Earlier wake-ups are over: this round finds the work that they announced.
      this.alarm = new AbortController();
      const hasMore = await this.watched().catch((problem) => {
        this.log.error(problem);
        return false;
      });
      const { signal } = this.alarm;
      if (!hasMore && !this.stopping) await pause(this.interval, undefined, { signal }).catch(() => undefined);
    }
  }
}
