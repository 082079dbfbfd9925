import type { Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import type { Projection, Writes } from './projection.js';
import type { Recorded } from './recorded-event.js';
import type { AnyStream, Stream } from './stream.js';

/** Named statements for the events of one stream: its own projection, or outgoing work that another context writes. */
export interface Subscription {
  readonly name: string;
  readonly stream: AnyStream;
  /** The table whose rows a rebuild replaces; none for outgoing work, which is never rebuilt. */
  readonly rebuilds: readonly [] | readonly [table: string];
  /** The kinds of event it handles. */
  readonly events: readonly string[];
  /** The statements for an event. @param together all events of its commit on the same record */
  readonly project: (event: Recorded, together: readonly Recorded[]) => readonly Statement[];
}

/** Statements of outgoing work for each kind of event, given the rest of its commit. */
export type OutgoingHandlers<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: (
    event: Recorded<Extract<Event, { type: Type }>>,
    together: readonly Recorded<Event>[],
  ) => Writes;
};

/**
 * Outgoing work that a context writes in the transaction of another context's events, when all of the read model is written. It names the
 * events it acts on; any other event sends nothing. It is never rebuilt.
 */
export function outgoing<State, Command, Event extends DomainEvent, Row>(
  name: string,
  stream: Stream<State, Command, Event, Row>,
  when: Partial<OutgoingHandlers<Event>>,
): Subscription {
  const project = (event: Recorded, together: readonly Recorded[]) => [handlerOf(when, event)?.(event, together) ?? []].flat();
  return { name, stream, rebuilds: [], events: Object.keys(when), project };
}

/** The same for what is asked about each event. */
export function outgoingOfEach<State, Command, Event extends DomainEvent, Row>(
  name: string,
  stream: Stream<State, Command, Event, Row>,
  project: (event: Recorded<Event>, together: readonly Recorded<Event>[]) => readonly Statement[],
): Subscription {
  const events = Object.keys(stream.options.projection.when);
  return { name, stream, rebuilds: [], events, project: project as Subscription['project'] };
}

/** The subscription of a stream's own read model, which must know every event. */
export function readModelOf(stream: AnyStream): Subscription {
  const { name, rebuilds, when }: Projection = stream.options.projection;
  const project = (event: Recorded) => {
    const handler = handlerOf(when, event);
    if (!handler) throw new Error(`Projection ${name} does not know the event ${event.type}.`);
    return [handler(event, [event])].flat();
  };
  return { name, stream, rebuilds, events: Object.keys(when), project };
}

function handlerOf(when: object, { type }: Recorded) {
  return (when as Record<string, ((event: Recorded, together: readonly Recorded[]) => Writes) | undefined>)[type];
}
