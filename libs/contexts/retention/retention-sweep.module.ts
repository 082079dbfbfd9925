import { Module } from '@nestjs/common';
import { MetricsModule } from '#platform/observability';
import { Sweeps } from '#platform/queue';
import { OrphanCount } from './orphan-count.js';
import { Retention } from './retention.js';
import { RetentionModule } from './retention.module.js';

/** Intervals between sweeps and between counts of orphaned files, in milliseconds. */
const [INTERVAL, COUNT] = [10_000, 24 * 60 * 60 * 1000];

/** Erases personal data when its retention period ends, for the worker process only. */
@Module({ imports: [RetentionModule, MetricsModule], providers: [OrphanCount] })
export class RetentionSweepModule {
  constructor(sweeps: Sweeps, retention: Retention, orphans: OrphanCount) {
    sweeps.every('retention', INTERVAL, (limit) => retention.batch(limit));
    sweeps.every('orphans', COUNT, (limit) => orphans.batch(limit));
  }
}
