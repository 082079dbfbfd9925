import type { RawBuilder } from 'kysely';
import { numberDraw, type Statement } from '#platform/database';
import type { Decider, DomainEvent } from './decider.js';
import type { Projection } from './projection.js';
import type { StreamID } from './recorded-event.js';

/** The names of the fields of a stream's events. */
type FieldOf<Event extends DomainEvent> = Event extends { data: infer Data } ? keyof Data & string : never;

/** A stream's definition besides its decider. */
export interface StreamOptions<Command, Event extends DomainEvent, Row> {
  /** The fields of its events without personal data. All others are encrypted (docs/adr/0005-encryption-of-personal-data.md). */
  public: readonly FieldOf<Event>[];
  /** The event that makes the record's personal data unreadable: the key of the data is destroyed with it. */
  erasedBy?: Event['type'];
  /** Whether the record may get personal data again after that, sealed with a new key: a Location has a next contact person. */
  renewsKey?: boolean;
  /** The events that end a fact that commands on other records rely on, such as that a Location is active (`Fact`). */
  endsFacts?: readonly Event['type'][];
  /**
   * Names what `evolve` makes of the events and with what code; a spec says what it is. Snapshots of any other shape are not read
   * (docs/adr/0024-rebuilds.md).
   */
  shape: string;
  /** The commands that also a record takes which has as many changes as it may: those that end it, or take rights away. */
  evenWhenFull?(command: Command): boolean;
  /** The table of its records with their Locations: a command for some Locations does not read what lies elsewhere. */
  placed?: RawBuilder<unknown>;
  /** Maintains the read model; its statements return the record's row as written. */
  projection: Projection<Event, Row>;
}

/** One kind of record: its rules, which of its data is personal, and its read model. All that the event store knows about it. */
export class Stream<State, Command, Event extends DomainEvent, Row> {
  private readonly public: ReadonlySet<string>;

  constructor(
    readonly type: string,
    readonly decider: Decider<State, Command, Event>,
    readonly options: StreamOptions<Command, Event, Row>,
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

/** One record: its stream's identifier and definition. */
export interface StreamOf<State, Command, Event extends DomainEvent, Row> extends StreamID {
  stream: Stream<State, Command, Event, Row>;
}

/** A stream of any kind of record. */
// biome-ignore lint/suspicious/noExplicitAny: states and commands of different streams have no common type
export type AnyStream = Stream<any, any, any, any>;

/** One record of any kind. */
export interface AnyStreamOf extends StreamID {
  stream: AnyStream;
}

/** Defines one kind of record. @param type the name that its events are stored under */
export function defineStream<State, Command, Event extends DomainEvent, Row>(
  type: string,
  decider: Decider<State, Command, Event>,
  options: StreamOptions<Command, Event, Row>,
): Stream<State, Command, Event, Row> {
  return new Stream(type, decider, options);
}
