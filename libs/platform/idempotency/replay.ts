import type { DomainEvent } from '#platform/event-store';
import type { Created } from '#platform/http';
import type { Caller } from '#platform/kernel';

/** The metadata of a handler that a Replay is kept in. */
export const REPLAY = 'idempotency:replay';

/** A POST that comes again with its `Idempotency-Key`. */
export interface Repeated<Body> {
  caller: Caller;
  /** The parameters of its path. */
  params: Readonly<Record<string, string>>;
  /** Its first answer. */
  first: Body;
}

export type ReadAnew<Controller, Body, Again> = (controller: Controller, repeated: Repeated<Body>) => Promise<Again>;

/** A POST with events that are about to be stored. */
interface Storing {
  caller: Caller;
  /** The number of the record that they are of. */
  id: number;
  events: readonly DomainEvent[];
}

/** The coming answer to such a POST: as much of it as reading the record again needs, and its `Location`. */
export type AnswerTo<Body> = (storing: Storing) => Body | Created<Body>;

/** How a POST is repeated. */
export interface Replay {
  /** Without it the first answer is given again. */
  read?: ReadAnew<unknown, unknown, unknown>;
  /** Where the answer is known before the events are stored. */
  answer?: AnswerTo<unknown>;
  /** It calls others, so that no transaction may be held meanwhile: what is repeated at once may be done again, and has to take that. */
  isOutside?: boolean;
}

/** How the handler's call is repeated; undefined where a POST takes no `Idempotency-Key`, since it has no caller. */
export function replayOf(handler: object): Replay | undefined {
  return Reflect.getMetadata(REPLAY, handler);
}
