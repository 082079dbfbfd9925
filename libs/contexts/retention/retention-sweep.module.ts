import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { Retention } from './retention.js';
import { RetentionModule } from './retention.module.js';

/** Interval between sweeps, in milliseconds. */
const INTERVAL = 10_000;

/** Erases personal data when its retention period ends, for the worker process only. */
@Module({ imports: [RetentionModule] })
export class RetentionSweepModule {
  constructor(sweeps: Sweeps, retention: Retention) {
    sweeps.every('retention', INTERVAL, (limit) => retention.batch(limit));
  }
}
