import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep } from './sweep.js';
import { Wakeups } from './wakeups.js';

/** The sweeps of a worker process: each is begun in time by one of the running workers, and ended with its process. */
@Injectable()
export class Sweeps implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Sweeps');
  private readonly planned = new Map<string, { interval: number; sweep: Sweep }>();

  constructor(private readonly wakeups: Wakeups) {}

  /**
   * Plans a sweep, before the process has started.
   * @param interval milliseconds
   * @param batch does at most `limit` and says how many it did; a whole batch is followed by the next at once
   */
  every(name: string, interval: number, batch: (limit: number) => Promise<number>): void {
    const report = (problem: unknown) => this.log.error(problem, undefined, name);
    this.planned.set(name, { interval, sweep: new Sweep(batch, report) });
  }

  onApplicationBootstrap(): void {
    for (const [name, { interval, sweep }] of this.planned) this.wakeups.every(name, interval, () => sweep.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.planned.values()].map(({ sweep }) => sweep.stop()));
  }
}
