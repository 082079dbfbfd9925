export { IdempotentAnswerEntity } from './answer.entity.js';
export { IdempotencyModule } from './idempotency.module.js';
export { IdempotencyCleaningModule } from './idempotency-cleaning.module.js';
export { IdempotentAnswers } from './idempotent-answers.js';
export { idempotencyMigrations } from './migrations/index.js';
