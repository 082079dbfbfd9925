import type { Actor } from './caller.js';

/** When an event happened, and who caused it. */
interface Happened {
  at: string;
  actor: Actor;
}

/** A record before its first event. */
interface Absent {
  status: 'absent';
}

/** The meaning of one kind of event. Pure: a replay does what the original did. */
interface Meaning<State, Data> {
  /** The fields of the event without personal data; all others are sealed (docs/adr/0005-encryption-of-personal-data.md). */
  readonly public: readonly (keyof Data & string)[];
  /** The record after the event; absent once it is deleted. */
  state(before: State, data: Data): State | Absent;
  /** The fields of the record's row that are others after it; null where the row goes. */
  row(data: Data, event: Happened): object | null;
  /** The fields that the list of changes states, where they are not what the event says. */
  stated?(data: Data): object;
  /** The fields that webhooks name as updated; none by default. */
  updates?(data: Data): readonly string[];
}

/** The meaning of each kind of event: the code does not compile while one is missing. */
export type Meanings<State, Data> = { readonly [Type in keyof Data & string]: Meaning<State, Data[Type]> };

/** An event of one of the kinds; `Data` is what each says, by its name. */
export type EventOf<Data, Type extends keyof Data & string = keyof Data & string> = {
  [One in Type]: { type: One; data: Data[One] };
}[Type];

// biome-ignore lint/suspicious/noExplicitAny: what the kinds say has no common type
type AnyMeaning<State> = Meaning<State, any>;

type Rows<All, Type extends keyof All> = {
  [One in Type]: All[One] extends AnyMeaning<never> ? NonNullable<ReturnType<All[One]['row']>> : never;
}[Type];

/** All kinds of event of one kind of record, each declared once: its stream, its read model and what is told of it follow. */
export class DeclaredEvents<State, Data, First extends keyof Data & string, All extends Meanings<State, Data>> {
  private readonly kinds: ReadonlyMap<string, AnyMeaning<State>>;

  constructor(
    private readonly first: First,
    meanings: All,
  ) {
    this.kinds = new Map(Object.entries(meanings));
  }

  /** The names of the fields without personal data. */
  get public() {
    return [...this.kinds.values()].flatMap((kind) => kind.public as All[keyof Data & string]['public']);
  }

  /** The record after an event; one that is not there yet is left as it is by all but the first kind. */
  readonly evolve = (state: State | Absent, { type, data }: EventOf<Data>): State | Absent =>
    type === this.first || !isAbsent(state) ? this.kindOf(type).state(state as State, data) : state;

  /** The writes of each kind of event. */
  writes<Event extends Happened, Write>(
    insert: (event: Event, fields: Rows<All, First>) => Write,
    update: (event: Event, fields: Rows<All, Exclude<keyof Data & string, First>>) => Write,
    remove?: (event: Event) => Write,
  ) {
    const writing = [...this.kinds].map(([type, { row }]) => {
      const write = (type === this.first ? insert : update) as (event: Event, fields: object) => Write;
      const writeOrRemove = (event: Event & { data: object }) => {
        const fields = row(event.data, event);
        return fields === null ? remove!(event) : write(event, fields);
      };
      return [type, writeOrRemove];
    });
    return Object.fromEntries(writing) as Record<keyof Data & string, (event: Event & { data: object }) => Write>;
  }

  /** The fields that an event states for the list of changes. */
  readonly stated = ({ type, data }: { type: string; data: object }): Readonly<Record<string, unknown>> =>
    (this.kinds.get(type)?.stated?.(data) ?? data) as Readonly<Record<string, unknown>>;

  /** The fields that webhooks name as updated by an event. */
  readonly updated = ({ type, data }: { type: string; data: object }): readonly string[] =>
    this.kinds.get(type)?.updates?.(data) ?? [];

  /** @throws Error for an event of a later release: a state without it would be another */
  private kindOf(type: string): AnyMeaning<State> {
    const kind = this.kinds.get(type);
    if (!kind) throw new Error(`There is no event ${type}.`);
    return kind;
  }
}

function isAbsent(state: unknown): state is Absent {
  return (state as Absent).status === 'absent';
}

/** Declares the kinds of event of one kind of record: `declareEvents<State, Data>()('ThingMade', { ThingMade: { … }, … })`. */
export function declareEvents<State, Data>() {
  return <First extends keyof Data & string, All extends Meanings<State, Data>>(first: First, meanings: All) =>
    new DeclaredEvents<State, Data, First, All>(first, meanings);
}
