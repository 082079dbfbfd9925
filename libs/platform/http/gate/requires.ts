import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller } from '#platform/kernel';

export const REQUIRES = 'http:requires';
export const PUBLIC = 'http:public';

/** The sender of a request, as Express knows it. */
export type Client = Pick<Request, 'ip'>;

export interface CallerResolver {
  /**
   * Turns the Authorization header into the caller.
   * @param client for a new call: what is refused counts against its network
   * @throws DomainError of kind `unauthenticated`, RateLimited
   */
  resolve(authorizationHeader: string | undefined, requestID: string, client?: Client): Promise<Caller>;
}

/** The injection token of the CallerResolver, which a global module provides. */
export const CALLER_RESOLVER = Symbol('CALLER_RESOLVER');

/** The capability that the caller's role needs. Every route declares one that a context defines, or `@Public()`, else startup fails. */
export const Requires = (capability: string) =>
  applyDecorators(SetMetadata(REQUIRES, capability), ApiExtension('x-capability', capability));

/** The route needs no token. */
export const Public = () => applyDecorators(SetMetadata(PUBLIC, true), ApiExtension('x-public', true));

/** The authenticated caller, in a route with `@Requires`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<{ caller?: Caller }>();
  if (!caller) throw new Error('A @Public route has no caller.');
  return caller;
});
