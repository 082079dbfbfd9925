import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clientNetwork, RateLimited, sendsBody } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { RefusedCalls } from './refused-calls.js';

/** What says that a body could not be read: too large, of another type, or malformed. */
const UNREADABLE = new Set(['malformed_json', 'payload_too_large', 'unsupported_media_type']);

/** Refuses bodies of those without a token, unread, where too many from their network could not be read. */
@Injectable()
export class OpenBodyGuard implements CanActivate {
  constructor(private readonly refused: RefusedCalls) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    if (request.caller || !sendsBody(request.headers)) return true;
    const network = clientNetwork(request.ip);
    const resets = this.refused.resets('body', network);
    if (resets > 0) throw new RateLimited(resets, 'refused');
    const response = context.switchToHttp().getResponse<Response>();
    response.once('close', () => {
      if (UNREADABLE.has(response.locals.refusedAs)) this.refused.note('body', network);
    });
    return true;
  }
}
