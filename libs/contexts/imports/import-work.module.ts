import { Module } from '@nestjs/common';
import { MetricsModule } from '#platform/observability';
import { Sweeps } from '#platform/queue';
import { ImportsModule } from './imports.module.js';
import { ImportMetrics } from './work/import-metrics.js';
import { ImportRunner } from './work/import-runner.js';
import { ImportStore } from './work/import-store.js';

/** How often the worker looks for imports, and for refused rows that are kept no longer, in milliseconds. */
const [LOOK, FORGET] = [1_000, 60 * 60 * 1000];

/** Works on imports, in the worker process only. */
@Module({ imports: [ImportsModule, MetricsModule], providers: [ImportMetrics] })
export class ImportWorkModule {
  constructor(sweeps: Sweeps, runner: ImportRunner, store: ImportStore) {
    sweeps.every('imports', LOOK, (limit) => runner.batch(limit));
    sweeps.every('import-refusals', FORGET, (limit) => store.forget(limit));
  }
}
