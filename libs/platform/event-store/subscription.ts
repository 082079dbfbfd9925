import type { Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import type { Handlers, Projection, Writes } from './projection.js';
import type { Recorded } from './recorded-event.js';
import type { AnyStream, Stream } from './stream.js';

/** Statements for events of one stream, by name: its own projection, or what another context writes beside it. */
export interface Subscription {
  readonly name: string;
  readonly stream: AnyStream;
  /** None for outgoing work, which is never rebuilt. */
  readonly rebuilds: readonly string[];
  /** The kinds of event it knows. */
  readonly events: readonly string[];
  /** The statements for an event. */
  readonly project: (event: Recorded) => readonly Statement[];
}

/** Outgoing work that a context writes in the transaction of another one's events. It is never rebuilt. */
export function outgoing<State, Command, Event extends DomainEvent, Row>(
  name: string,
  stream: Stream<State, Command, Event, Row>,
  when: Handlers<Event>,
): Subscription {
  return subscription(stream, { name, rebuilds: [], when });
}

/** The subscription of a stream's own read model. */
export function readModelOf(stream: AnyStream): Subscription {
  return subscription(stream, stream.options.projection);
}

function subscription<Event extends DomainEvent>(stream: AnyStream, { name, rebuilds, when }: Projection<Event>): Subscription {
  const project = (event: Recorded) => {
    const handler = when[event.type as Event['type']] as ((event: Recorded) => Writes) | undefined;
    if (!handler) throw new Error(`Projection ${name} does not know the event ${event.type}.`);
    const writes = handler(event);
    return Array.isArray(writes) ? writes : [writes as Statement];
  };
  return { name, stream, rebuilds, events: Object.keys(when), project };
}
