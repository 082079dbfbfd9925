import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SingleFlight } from '#platform/concurrency';
import { Watchdog } from '#platform/observability';
import { Wakeups } from './wakeups.js';

/** How many records a sweep handles at once. */
const BATCH = 100;

/** A batch of a sweep ends within this many milliseconds. */
const ROUND = 5 * 60_000;

/** The periodic sweeps of a worker process: each is started by one of the running workers, and stopped with its process. */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Sweeps');
  private readonly planned = new Map<string, { interval: number; sweep: SingleFlight }>();
  private stopped = false;

  constructor(
    private readonly wakeups: Wakeups,
    private readonly watchdog: Watchdog,
  ) {}

  /**
   * Schedules a sweep; to be called before the application has started. Only one run at a time in this process handles what is due, batch
   * after batch; when a batch fails, the next sweep retries it.
   * @param interval milliseconds
   * @param batch handles at most `limit` records and returns how many, or whether there are more; then the next follows at once
   */
  every(name: string, interval: number, batch: (limit: number) => Promise<number | boolean>): void {
    const loop = this.watchdog.loop(name, ROUND);
    const run = async () => {
      const again: (number | boolean)[] = [BATCH, true];
      while (!this.stopped && again.includes(await loop.round(() => batch(BATCH))));
    };
    const sweep = new SingleFlight(() => run().catch((problem) => this.log.error(problem, undefined, name)));
    this.planned.set(name, { interval, sweep });
  }

  onApplicationBootstrap(): void {
    // A sweep that is still under way is not waited for.
    for (const [name, { interval, sweep }] of this.planned) this.wakeups.every(name, interval, () => void sweep.run());
  }

  /** Starts no further batch and waits for the current ones. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.planned.values()].map(({ sweep }) => sweep.current));
  }
}
