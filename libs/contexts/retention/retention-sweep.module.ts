import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { Retention } from './retention.js';
import { RetentionModule } from './retention.module.js';

/** How often it is looked whose time is over, in milliseconds. */
const INTERVAL = 10_000;

/** Erases personal data in time, for the worker process only. */
@Module({ imports: [RetentionModule] })
export class RetentionSweepModule {
  constructor(sweeps: Sweeps, retention: Retention) {
    sweeps.every('retention', INTERVAL, (limit) => retention.batch(limit));
  }
}
