import { type ExecutionContext, SetMetadata } from '@nestjs/common';

const WEIGHS = 'http:weighs';

type Weight = (body: unknown) => number;

/** The route does the work of several calls, which the limit of calls counts. @param calls how many, for a body that was not judged yet */
export const Weighs = (calls: Weight) => SetMetadata(WEIGHS, calls);

/** How many calls a request counts as. */
export function weightOf(context: ExecutionContext): number {
  const calls: Weight | undefined = Reflect.getMetadata(WEIGHS, context.getHandler());
  return calls ? Math.max(1, calls(context.switchToHttp().getRequest<{ body?: unknown }>().body)) : 1;
}
