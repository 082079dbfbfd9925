import type { Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import type { Recorded } from './recorded-event.js';

/** What is written for one event: statements that run in its transaction. */
export type Writes<Row = unknown> = Statement<Row> | readonly Statement<Row>[];

/** What is written for each kind of event. A new kind of event does not compile before it stands here. */
export type Handlers<Event extends DomainEvent, Row = unknown> = {
  readonly [Type in Event['type']]: (event: Recorded<Extract<Event, { type: Type }>>) => Writes<Row>;
};

/**
 * Keeps tables in step with the events of one kind of stream. Handlers are pure: they build statements from the event
 * alone, read no clock and no table, so that a replay writes what was written live.
 */
export interface Projection<Event extends DomainEvent = DomainEvent, Row = unknown> {
  /** Names it to `projections rebuild`. */
  readonly name: string;
  /** The tables it alone writes, emptied by a rebuild. */
  readonly rebuilds: readonly string[];
  readonly when: Handlers<Event, Row>;
}
