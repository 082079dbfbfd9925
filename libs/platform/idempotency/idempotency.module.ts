import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotentAnswers } from './idempotent-answers.js';

/** Lets retried POSTs act once, whatever the context. */
@Module({
  providers: [IdempotentAnswers, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
  exports: [IdempotentAnswers],
})
export class IdempotencyModule {}
