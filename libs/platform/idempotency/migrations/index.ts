import { IdempotentAnswersTable } from './0001_answers.js';

/** In order; a release only adds to the end. */
export const idempotencyMigrations = { 'idempotency/0001_answers': IdempotentAnswersTable };
