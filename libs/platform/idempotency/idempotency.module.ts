import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotentAnswers } from './idempotent-answers.js';
import { KeyedCalls } from './keyed-calls.js';

/** Makes retried POSTs take effect only once, in all contexts. */
@Module({
  providers: [IdempotentAnswers, KeyedCalls, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
  exports: [IdempotentAnswers, KeyedCalls],
})
export class IdempotencyModule {}
