import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimited } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { CallLimiter } from './call-limiter.js';
import { CallLimits } from './call-limits.js';
import { MINUTE } from './counters.js';

/**
 * Limits the calls of each user and API token, and reports the state of the limit in `RateLimit` and `RateLimit-Policy`. It comes behind
 * the guard that finds out who calls: the HTTP module is imported first.
 */
@Injectable()
export class CallLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: CallLimiter,
    private readonly limits: CallLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.count(context, 1);
    return true;
  }

  /** Counts this many calls of the caller. @throws RateLimited */
  async count(context: ExecutionContext, calls: number): Promise<void> {
    const { caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    if (this.limits.calls === 0 || !caller) return;
    const { isAllowed, limit, remaining, resets } = await this.limiter.count(nameOf(caller), calls);
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('RateLimit-Policy', `"calls";q=${limit};w=${MINUTE}`);
    response.setHeader('RateLimit', `"calls";r=${remaining};t=${resets}`);
    if (!isAllowed) throw new RateLimited(resets, 'calls');
  }
}

/** A caller is counted under one name, however many tokens it has and however they are written. */
export function nameOf({ group, actor }: Caller): string {
  if (actor.type === 'integration') return `${group.id}/token/${actor.tokenID}`;
  return actor.type === 'user' ? `${group.id}/user/${actor.userID}` : `${group.id}/${actor.type}`;
}
