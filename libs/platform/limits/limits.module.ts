import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallLimitGuard } from './call-limit.guard.js';
import { CallLimiter } from './call-limiter.js';
import { Counters } from './counters.js';
import { Guesses } from './guesses.js';
import { RefusedCalls } from './refused-calls.js';
import { UnreadableBodyGuard } from './unreadable-body.guard.js';

/** The rate limit of all routes, and the counters that other limits use. */
@Module({
  providers: [
    Counters,
    Guesses,
    CallLimiter,
    CallLimitGuard,
    RefusedCalls,
    { provide: APP_GUARD, useExisting: CallLimitGuard },
    { provide: APP_GUARD, useClass: UnreadableBodyGuard },
  ],
  exports: [Counters, Guesses, CallLimitGuard, RefusedCalls],
})
export class LimitsModule {}
