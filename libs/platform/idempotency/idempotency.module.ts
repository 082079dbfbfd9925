import { Global, Module } from '@nestjs/common';
import { IdempotentAnswers } from './idempotent-answers.js';
import { KeyedCalls } from './keyed-calls.js';

/** Makes retried POSTs take effect only once, in all contexts: see `Replays`. */
@Global()
@Module({ providers: [IdempotentAnswers, KeyedCalls], exports: [IdempotentAnswers, KeyedCalls] })
export class IdempotencyModule {}
