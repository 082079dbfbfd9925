import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { MetricsModule, Watchdog } from '#platform/observability';
import { PollingLoop, Sweeps } from '#platform/queue';
import { ImportsModule } from './imports.module.js';
import { ImportMetrics } from './work/import-metrics.js';
import { ImportRunner } from './work/import-runner.js';
import { ImportStore } from './work/import-store.js';

/** Milliseconds between looks for imports, and for one round of registering. */
const TIMES = { interval: 1_000, bound: 5 * 60_000 };

/** How often the worker looks for refused rows that are kept no longer, in milliseconds. */
const FORGET = 60 * 60 * 1000;

/** Works on imports, in the worker process only. */
@Module({ imports: [ImportsModule, MetricsModule], providers: [ImportMetrics] })
export class ImportWorkModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: PollingLoop;

  constructor(sweeps: Sweeps, runner: ImportRunner, store: ImportStore, watchdog: Watchdog) {
    sweeps.every('import-refusals', FORGET, (limit) => store.forget(limit));
    this.loop = new PollingLoop(watchdog, 'imports', TIMES, () => runner.batch(), new Logger('Imports'));
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Waits until the rows under way are registered. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
