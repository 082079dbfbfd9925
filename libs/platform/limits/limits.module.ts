import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallLimitGuard } from './call-limit.guard.js';
import { CallLimiter } from './call-limiter.js';
import { Counters } from './counters.js';

/** The rate limit of all routes, and the counters that other limits use. */
@Module({
  providers: [Counters, CallLimiter, CallLimitGuard, { provide: APP_GUARD, useExisting: CallLimitGuard }],
  exports: [Counters, CallLimitGuard],
})
export class LimitsModule {}
