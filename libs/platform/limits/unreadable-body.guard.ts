import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clientNetwork, RateLimited, sendsBody } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { nameOf } from './call-limit.guard.js';
import { RefusedCalls } from './refused-calls.js';

/** Errors that mean a body could not be read: too large, of another type, or malformed. */
const UNREADABLE = new Set(['malformed_json', 'payload_too_large', 'unsupported_media_type']);

/** Refuses bodies unread where too many of the same caller could not be read, or of the same network without a token. */
@Injectable()
export class UnreadableBodyGuard implements CanActivate {
  constructor(private readonly refused: RefusedCalls) {}

  canActivate(context: ExecutionContext): boolean {
    const { caller, headers, ip } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    if (!sendsBody(headers)) return true;
    const sender = caller ? nameOf(caller) : clientNetwork(ip);
    const resets = this.refused.resets('body', sender);
    if (resets > 0) throw new RateLimited(resets, 'refused');
    const response = context.switchToHttp().getResponse<Response>();
    response.once('close', () => {
      if (UNREADABLE.has(response.locals.refusedAs)) this.refused.note('body', sender);
    });
    return true;
  }
}
