import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CallLimitInterceptor } from './call-limit.interceptor.js';
import { CallLimiter } from './call-limiter.js';
import { Counters } from './counters.js';

/** The rate limit of all routes, and the counters that other limits use. */
@Module({
  providers: [Counters, CallLimiter, { provide: APP_INTERCEPTOR, useClass: CallLimitInterceptor }],
  exports: [Counters],
})
export class LimitsModule {}
