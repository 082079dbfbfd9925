import { numberDraw, type Statement } from '#platform/database';
import type { Decider, DomainEvent } from './decider.js';
import type { Projection } from './projection.js';
import type { StreamID } from './recorded-event.js';

/** The names of what the events of a stream carry. */
type FieldOf<Event extends DomainEvent> = Event extends { data: infer Data } ? keyof Data & string : never;

/** What a stream is beside its rules. */
export interface StreamOptions<Event extends DomainEvent, Row> {
  /** The fields of its events that hold nothing personal. Everything else is sealed (docs/adr/0005-encryption-of-personal-data.md). */
  public: readonly FieldOf<Event>[];
  /** After this event nothing personal of the record can be read any more: the key of its data is destroyed with it. */
  erasedBy?: Event['type'];
  /** The events that end what commands on other records rely on, such as that a Location is active (`Fact`). */
  endsFacts?: readonly Event['type'][];
  /** Keeps the read model; its statements return the record as it then stands. */
  projection: Projection<Event, Row>;
}

/** One kind of record: its rules, what of it is personal, and its read model. All that the event store is told of it. */
export class Stream<State, Command, Event extends DomainEvent, Row> {
  private readonly public: ReadonlySet<string>;

  constructor(
    readonly type: string,
    readonly decider: Decider<State, Command, Event>,
    readonly options: StreamOptions<Event, Row>,
  ) {
    this.public = new Set(options.public);
  }

  /** One record of this kind. */
  of(groupID: number, id: number): StreamOf<State, Command, Event, Row> {
    return { groupID, type: this.type, id, stream: this };
  }

  /** The statement that draws the number of a new record, to be sent together with others. */
  draw(groupID: number): Statement<{ number: number }> {
    return numberDraw(groupID, this.type);
  }

  isPublic(field: string): boolean {
    return this.public.has(field);
  }
}

/** One record: where it stands and what it is. */
export interface StreamOf<State, Command, Event extends DomainEvent, Row> extends StreamID {
  stream: Stream<State, Command, Event, Row>;
}

/** A stream whatever its record. */
// biome-ignore lint/suspicious/noExplicitAny: states and commands of different streams have no common type
export type AnyStream = Stream<any, any, any, any>;

/** Defines one kind of record, under the name that its events are kept by. */
export function defineStream<State, Command, Event extends DomainEvent, Row>(
  type: string,
  decider: Decider<State, Command, Event>,
  options: StreamOptions<Event, Row>,
): Stream<State, Command, Event, Row> {
  return new Stream(type, decider, options);
}
