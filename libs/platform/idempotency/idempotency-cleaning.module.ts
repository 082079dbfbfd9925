import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { IdempotencyModule } from './idempotency.module.js';
import { IdempotentAnswers } from './idempotent-answers.js';

/** How often old answers are cleared away, in milliseconds. */
const INTERVAL = 5 * 60 * 1000;

/** Forgets the answers of old keys, for the worker process only. */
@Module({ imports: [IdempotencyModule] })
export class IdempotencyCleaningModule {
  constructor(sweeps: Sweeps, due: IdempotentAnswers) {
    sweeps.every('idempotency-cleaning', INTERVAL, (limit) => due.clean(limit));
  }
}
