import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Caller, DomainError } from '#platform/kernel';
import { checkShape } from '../request/request-shape.js';
import { type Capability, isAllowed } from './capabilities.js';
import { CALLER_RESOLVER, type CallerResolver, PUBLIC, REQUIRES } from './requires.js';

/** Lets a request in: who calls, what the role allows, then whether the request has a form the route takes. */
@Injectable()
export class GateGuard implements CanActivate {
  private resolver: CallerResolver | undefined;

  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller; id?: unknown }>();
    const targets = [context.getHandler(), context.getClass()];
    const capability = this.reflector.getAllAndOverride<Capability | undefined>(REQUIRES, targets);
    if (!this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets)) {
      request.caller = await this.callers().resolve(request.headers.authorization, String(request.id ?? ''));
      if (!capability || !isAllowed(request.caller, capability)) {
        throw new DomainError('forbidden', 'forbidden', 'The role does not allow this.');
      }
    }
    checkShape(request, context.getHandler(), context.getClass());
    return true;
  }

  private callers(): CallerResolver {
    this.resolver ??= this.modules.get<CallerResolver>(CALLER_RESOLVER, { strict: false });
    return this.resolver;
  }
}
