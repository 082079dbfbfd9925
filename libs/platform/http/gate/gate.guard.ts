import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Caller, DomainError } from '#platform/kernel';
import { ContextApis } from '../context-api/context-apis.js';
import { answersFor } from '../endpoint/answer.js';
import { checkHeaders, shapeOfRoute } from '../request/request-shape.js';
import { CALLER_RESOLVER, type CallerResolver, PUBLIC, REQUIRES } from './requires.js';

const LACKS_SECOND_FACTOR = 'Your Group demands a second factor: only /me may be called until it is on (/me/totp).';

/**
 * Checks the headers of each request before its body is read: authentication, the role's capability, then what the route accepts; and
 * notes which endpoint the response answers. The limit of calls and `BodyGuard` come behind it.
 */
@Injectable()
export class GateGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly apis: ContextApis,
    @Inject(CALLER_RESOLVER) private readonly callers: CallerResolver,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller; id?: unknown }>();
    const targets = [context.getHandler(), context.getClass()];
    const capability = this.reflector.getAllAndOverride<string | undefined>(REQUIRES, targets);
    if (!this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets)) {
      request.caller = await this.callers.resolve(request.headers.authorization, String(request.id ?? ''), request);
      if (!capability || !this.apis.allows(request.caller, capability)) {
        const why = request.caller.lacksSecondFactor ? LACKS_SECOND_FACTOR : 'The role does not allow this.';
        throw new DomainError('forbidden', 'forbidden', why);
      }
    }
    checkHeaders(request, shapeOfRoute(context.getHandler(), context.getClass()));
    answersFor(context.switchToHttp().getResponse<Response>(), context.getHandler());
    return true;
  }
}
