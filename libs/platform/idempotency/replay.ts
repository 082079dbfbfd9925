import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { Caller } from '#platform/kernel';
import { Problems } from '../openapi/problems.js';
import type { Created } from './record.js';

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

/** A POST whose events are about to be stored. */
interface Storing {
  caller: Caller;
  /** The number of the record that they are of. */
  id: number;
}

/** What such a POST will be answered: as much of it as reading the record anew needs, and its `Location`. */
type AnswerTo<Body> = (storing: Storing) => Body | Created<Body>;

/** How a POST is repeated. */
export interface Replay {
  read: ReadAnew<unknown, unknown>;
  /** Where the answer is known before the events are stored. */
  answer?: AnswerTo<unknown>;
}

/**
 * How a POST that is repeated reads its record anew, as it is now and for who may still see it: what was stored would outlive access,
 * deletion and erasure. Without it the first answer is given again as it was: only right where that shows no record.
 * @param answer for a POST whose only effect is one command on one record: its answer is known before that is committed, so that the call
 * takes part in the group commit (docs/adr/0048-keys-take-part-in-the-group-commit.md)
 */
export function Replays<Controller, Body = { ID: number }>(read: ReadAnew<Controller, Body>, answer?: AnswerTo<Body>) {
  return applyDecorators(SetMetadata(REPLAY, { read, answer }), Problems('not_found'));
}

/** How the handler's call is repeated; undefined where its record isn't read anew. */
export function replayOf(handler: object): Replay | undefined {
  return Reflect.getMetadata(REPLAY, handler);
}
