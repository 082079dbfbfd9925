import type { Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import type { Handlers, Projection, Writes } from './projection.js';
import type { Recorded } from './recorded-event.js';
import type { AnyStream, Stream } from './stream.js';

/** Named statements for the events of one stream: its own projection, or outgoing work that another context writes. */
export interface Subscription {
  readonly name: string;
  readonly stream: AnyStream;
  /** The tables that a rebuild replaces; none for outgoing work, which is never rebuilt. */
  readonly rebuilds: readonly string[];
  /** The kinds of event it handles. */
  readonly events: readonly string[];
  /** The statements for an event. */
  readonly project: (event: Recorded) => readonly Statement[];
}

/**
 * Outgoing work that a context writes in the transaction of another context's events. It names the events it acts on; any other event
 * sends nothing. It is never rebuilt.
 */
export function outgoing<State, Command, Event extends DomainEvent, Row>(
  name: string,
  stream: Stream<State, Command, Event, Row>,
  when: Partial<Handlers<Event>>,
): Subscription {
  const project = (event: Recorded) => handlerOf(when, event)?.(event) ?? [];
  return { name, stream, rebuilds: [], events: Object.keys(when), project: (event) => [project(event)].flat() };
}

/** The subscription of a stream's own read model, which must know every event. */
export function readModelOf(stream: AnyStream): Subscription {
  const { name, rebuilds, when }: Projection = stream.options.projection;
  const project = (event: Recorded) => {
    const handler = handlerOf(when, event);
    if (!handler) throw new Error(`Projection ${name} does not know the event ${event.type}.`);
    return [handler(event)].flat();
  };
  return { name, stream, rebuilds, events: Object.keys(when), project };
}

function handlerOf(when: object, { type }: Recorded): ((event: Recorded) => Writes) | undefined {
  return (when as Record<string, (event: Recorded) => Writes>)[type];
}
