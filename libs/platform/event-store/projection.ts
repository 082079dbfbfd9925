import type { Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import type { Recorded } from './recorded-event.js';

/** What a projection writes for one event: statements that run in the transaction of the event. */
export type Writes = Statement | readonly Statement[];

/**
 * Keeps tables in step with the events of one kind of stream. Handlers are pure: they build statements from the event
 * alone, read no clock and no table, so that a replay writes what was written live.
 */
export interface Projection<Event extends DomainEvent = DomainEvent> {
  /** Names it to `projections rebuild`. */
  readonly name: string;
  /** The kind of stream it reads. */
  readonly stream: string;
  /** The tables it alone writes, emptied by a rebuild; none for outgoing work, which is never rebuilt. */
  readonly rebuilds: readonly string[];
  readonly when: { readonly [Type in Event['type']]: (event: Recorded<Extract<Event, { type: Type }>>) => Writes };
}

/** A projection whatever its events. */
// biome-ignore lint/suspicious/noExplicitAny: handlers of different events have no common type, the store calls them by name
export type AnyProjection = Projection<any>;

/** The statements a projection builds for an event; none when the event is of another kind of stream. */
export function project(projection: AnyProjection, event: Recorded): readonly Statement[] {
  if (projection.stream !== event.stream.type) return [];
  const handler = projection.when[event.type];
  if (!handler) throw new Error(`Projection ${projection.name} does not know the event ${event.type}.`);
  const writes = handler(event);
  return Array.isArray(writes) ? writes : [writes as Statement];
}
