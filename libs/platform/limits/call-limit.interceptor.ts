import { hash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { bearerToken, RateLimited } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { CallLimiter } from './call-limiter.js';
import { CallLimits } from './call-limits.js';
import { MINUTE } from './counters.js';

/** Limits the calls of each token, and reports the state of the limit in `RateLimit` and `RateLimit-Policy`. */
@Injectable()
export class CallLimitInterceptor implements NestInterceptor {
  constructor(
    private readonly limiter: CallLimiter,
    private readonly limits: CallLimits,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    if (this.limits.calls === 0 || !request.caller) return next.handle();
    const token = hash('sha256', String(bearerToken(request.headers.authorization)), 'base64url');
    const { isAllowed, limit, remaining, resets } = await this.limiter.count(token);
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('RateLimit-Policy', `"calls";q=${limit};w=${MINUTE}`);
    response.setHeader('RateLimit', `"calls";r=${remaining};t=${resets}`);
    if (!isAllowed) throw new RateLimited(resets);
    return next.handle();
  }
}
