import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Caller } from '#platform/kernel';

export const REQUIRES = 'http:requires';
export const PUBLIC = 'http:public';

/** Turns the Authorization header into the caller. @throws DomainError of kind `unauthenticated` */
export interface CallerResolver {
  resolve(authorizationHeader: string | undefined, requestID: string): Promise<Caller>;
}

/** Under this token a global module provides the CallerResolver. */
export const CALLER_RESOLVER = Symbol('CALLER_RESOLVER');

/** What the caller's role must allow; every route declares one that a context defines, or `@Public()`. The start fails otherwise. */
export const Requires = (capability: string) =>
  applyDecorators(SetMetadata(REQUIRES, capability), ApiExtension('x-capability', capability));

/** The route needs no token. */
export const Public = () => applyDecorators(SetMetadata(PUBLIC, true), ApiExtension('x-public', true));

/** The authenticated caller, in a route that `@Requires`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<{ caller?: Caller }>();
  if (!caller) throw new Error('A @Public route has no caller.');
  return caller;
});
