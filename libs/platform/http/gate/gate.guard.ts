import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Caller, DomainError } from '#platform/kernel';
import { ContextApis } from '../context-api/context-apis.js';
import { checkShape } from '../request/request-shape.js';
import { CALLER_RESOLVER, type CallerResolver, PUBLIC, REQUIRES } from './requires.js';

/** Checks each request: authentication, the role's capability, then the headers, body and parameters that the route accepts. */
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
      request.caller = await this.callers.resolve(request.headers.authorization, String(request.id ?? ''));
      if (!capability || !this.apis.allows(request.caller, capability)) {
        throw new DomainError('forbidden', 'forbidden', 'The role does not allow this.');
      }
    }
    checkShape(request, context.getHandler(), context.getClass());
    return true;
  }
}
