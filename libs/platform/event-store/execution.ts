import type { Statement } from '#platform/database';
import { DomainError, type ExpectedVersions, LimitReached, PreconditionFailed } from '#platform/kernel';
import type { DomainEvent } from './decider.js';
import type { Fact } from './facts.js';
import type { History } from './history.js';
import type { Cause, Recorded, StreamID } from './recorded-event.js';
import type { StreamOf } from './stream.js';

/** How a command is carried out. */
export interface Execution {
  cause: Cause;
  /** When it happens: the time the command was decided with. */
  at: Date;
  /** From `If-Match`: the current version must be one of these. */
  expectedVersions?: ExpectedVersions;
  /** The stream cannot exist yet, so it need not be read. */
  isNew?: boolean;
  /** Facts about other records that the command relies on. FactsChanged is thrown when that no longer holds when the events are stored. */
  facts?: readonly Fact[];
  /** The Locations of who asks, where those are some: a record elsewhere is none. */
  locationIDs?: readonly string[] | undefined;
  /** Statements to be committed in the same transaction as the events. */
  beside?: readonly Statement[];
}

/** The result of a command. */
export interface Outcome<State, Row> {
  /** The state before the command. */
  before: State;
  state: State;
  version: number;
  /** The events it caused; none when nothing changed. */
  events: readonly Recorded[];
  /** The record's row in the read model; null when nothing changed. */
  row: Row | null;
}

/** Maximum changes of a record, and their bytes as stored (decisions.md, section 4). */
const [MOST_CHANGES, MOST_BYTES] = [10_000, 32_000_000];

/** Events, and the record that they were decided on. */
export interface Decided<State, Event> {
  history: History<State>;
  decided: Event[];
}

/** @throws DomainError of the decider; `precondition_failed`; LimitReached */
export function decidedOn<State, Command, Event extends DomainEvent, Row>(
  of: StreamOf<State, Command, Event, Row>,
  history: History<State>,
  command: Command,
  execution: Execution,
): Event[] {
  const decided = of.stream.decider.decide(command, history.state);
  if (execution.expectedVersions?.includes(history.version) === false) throw new PreconditionFailed();
  if (decided.length > 0 && isFull(history, decided.length) && !goesOn(of, command, execution))
    throw new LimitReached('changes, or 32 MB of them', MOST_CHANGES, 'record');
  return decided;
}

/** Decides on the record as it was last; null where that refuses or changes nothing, as it may be another since. */
export function decidedOnLast<State, Command, Event extends DomainEvent, Row>(
  of: StreamOf<State, Command, Event, Row>,
  history: History<State>,
  command: Command,
  execution: Execution,
): Decided<State, Event> | null {
  try {
    const decided = decidedOn(of, history, command, execution);
    return decided.length > 0 ? { history, decided } : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** A command in a trace: its record, never its content. */
export function spanOf({ groupID, type, id }: StreamID, command: unknown, { cause }: Execution) {
  const { type: name = 'command' } = command as { type?: string };
  const attributes = { 'lost_and_found.group': groupID, 'lost_and_found.record': `${type}/${id}` };
  return { kind: 'command' as const, name: `${type} ${name}`, attributes, requestID: cause.requestID };
}

/** Whether this many more events would exceed the limit of the record. */
function isFull({ version, bytes }: History, more: number): boolean {
  return version + more > MOST_CHANGES || bytes >= MOST_BYTES;
}

/** The service itself, and whatever ends a record, may still change it. */
function goesOn<Command>(
  { stream }: { stream: { options: { evenWhenFull?: (command: Command) => boolean } } },
  command: Command,
  { cause }: Execution,
) {
  return cause.actor.type === 'system' || stream.options.evenWhenFull?.(command) === true;
}
