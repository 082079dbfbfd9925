import { Module } from '@nestjs/common';
import { Sweeps } from '#platform/queue';
import { IdempotencyModule } from './idempotency.module.js';
import { IdempotentAnswers } from './idempotent-answers.js';

/** How often expired responses are deleted, in milliseconds. */
const INTERVAL = 5 * 60 * 1000;

/** Deletes the responses of expired keys; for the worker process only. */
@Module({ imports: [IdempotencyModule] })
export class IdempotencyCleaningModule {
  constructor(sweeps: Sweeps, answers: IdempotentAnswers) {
    sweeps.every('idempotency-cleaning', INTERVAL, (limit) => answers.clean(limit));
  }
}
