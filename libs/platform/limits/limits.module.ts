import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallLimitGuard } from './call-limit.guard.js';
import { CallLimiter } from './call-limiter.js';
import { Counters } from './counters.js';
import { OpenBodyGuard } from './open-body.guard.js';
import { RefusedCalls } from './refused-calls.js';

/** The rate limit of all routes, and the counters that other limits use. */
@Module({
  providers: [
    Counters,
    CallLimiter,
    CallLimitGuard,
    RefusedCalls,
    { provide: APP_GUARD, useExisting: CallLimitGuard },
    { provide: APP_GUARD, useClass: OpenBodyGuard },
  ],
  exports: [Counters, CallLimitGuard, RefusedCalls],
})
export class LimitsModule {}
