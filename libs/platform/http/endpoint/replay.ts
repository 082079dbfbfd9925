import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Caller } from '#platform/kernel';
import { Problems } from '../openapi/problems.js';

const REPLAY = 'http:replay';

/** A POST that comes again with its `Idempotency-Key`. */
export interface Repeated<Body> {
  caller: Caller;
  /** The parameters of its path. */
  params: Readonly<Record<string, string>>;
  /** What it was answered the first time. */
  first: Body;
}

type ReadAnew<Controller, Body> = (controller: Controller, repeated: Repeated<Body>) => Promise<unknown>;

/**
 * How a POST that is repeated reads its record anew, as it is now and for who may still see it: what was stored would outlive access,
 * deletion and erasure. Without it the first answer is given again as it was: only right where that shows no record.
 */
export function Replays<Controller, Body = { ID: number }>(read: ReadAnew<Controller, Body>) {
  return applyDecorators(SetMetadata(REPLAY, read), Problems('not_found'));
}

/** How the handler's record is read anew; undefined where it isn't. */
export function replayOf(handler: object): ReadAnew<unknown, unknown> | undefined {
  return Reflect.getMetadata(REPLAY, handler);
}
