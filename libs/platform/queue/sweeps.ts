import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Watchdog } from '#platform/observability';
import { Sweep } from './sweep.js';
import { Wakeups } from './wakeups.js';

/** A batch of a sweep ends within this many milliseconds. */
const ROUND = 5 * 60_000;

/** The periodic sweeps of a worker process: each is started by one of the running workers, and stopped with its process. */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Sweeps');
  private readonly planned = new Map<string, { interval: number; sweep: Sweep }>();

  constructor(
    private readonly wakeups: Wakeups,
    private readonly watchdog: Watchdog,
  ) {}

  /**
   * Schedules a sweep; to be called before the application has started.
   * @param interval milliseconds
   * @param batch handles at most `limit` records and returns how many; after a full batch the next follows at once
   */
  every(name: string, interval: number, batch: (limit: number) => Promise<number>): void {
    const report = (problem: unknown) => this.log.error(problem, undefined, name);
    const loop = this.watchdog.loop(name, ROUND);
    const watched = (limit: number) => loop.round(() => batch(limit));
    this.planned.set(name, { interval, sweep: new Sweep(watched, report) });
  }

  onApplicationBootstrap(): void {
    for (const [name, { interval, sweep }] of this.planned) this.wakeups.every(name, interval, () => sweep.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.planned.values()].map(({ sweep }) => sweep.stop()));
  }
}
