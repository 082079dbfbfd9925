import type { Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import type { Recorded } from './recorded-event.js';

/** The statements for one event, run in its transaction. */
export type Writes<Row = unknown> = Statement<Row> | readonly Statement<Row>[];

/** The statements for each kind of event. The code does not compile while a kind is missing here. */
export type Handlers<Event extends DomainEvent, Row = unknown> = {
  readonly [Type in Event['type']]: (event: Recorded<Extract<Event, { type: Type }>>) => Writes<Row>;
};

/**
 * Keeps tables up to date with the events of one kind of stream. Handlers are pure: they build statements from the event
 * alone and read no clock and no table, so that a replay writes the same rows as the original events did.
 */
export interface Projection<Event extends DomainEvent = DomainEvent, Row = unknown> {
  /** Its name for `projections rebuild`. */
  readonly name: string;
  /** The table that only it writes, by a RecordTable, each row of one stream: a rebuild compares and replaces them. */
  readonly rebuilds: readonly [] | readonly [table: string];
  readonly when: Handlers<Event, Row>;
}
