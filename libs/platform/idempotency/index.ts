export { IdempotentAnswerEntity } from './answer.entity.js';
export { checkedKey } from './checked-key.js';
export { IdempotencyModule } from './idempotency.module.js';
export { IdempotencyCleaningModule } from './idempotency-cleaning.module.js';
export { IdempotencyMismatch, IdempotentAnswers, keyedBy, STORED_ANSWERS } from './idempotent-answers.js';
export { KeyedCalls } from './keyed-calls.js';
export { idempotencyMigrations } from './migrations/index.js';
export { type Repeated, replayOf } from './replay.js';
export { Replays } from './replays.js';
