import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, type Statement } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { traced } from '#platform/observability';
import { AttachedStatements } from './attached-statements.js';
import type { DomainEvent } from './decider.js';
import { EventLog } from './event-log.js';
import { type Decided, decidedOn, decidedOnLast, type Execution, type Outcome, spanOf } from './execution.js';
import { checked, ending, FactsChanged, isFactsChanged } from './facts.js';
import { Histories } from './histories.js';
import type { History } from './history.js';
import { hasPersonal, PersonalData } from './personal-data.js';
import type { Recorded } from './recorded-event.js';
import { deleteSnapshots } from './snapshots.js';
import type { AnyStreamOf, StreamOf } from './stream.js';
import { Streams } from './streams.js';

/** A commit that contained events. */
export interface Committed {
  events: readonly Recorded[];
  /** The rows that the statements of subscriptions returned, by the names of those that returned any. */
  wrote: ReadonlyMap<string, readonly object[]>;
}

/** How often a command is decided on one record under concurrent changes before the caller gets 409. */
const TRIES = 5;

/** Bytes of events from which on a record is long. */
const LONG = 1_000_000;

/** Appends the events that deciders return, together with their read models and outgoing work, in one transaction. */
@Injectable()
export class EventStore {
  private readonly listeners: ((committed: Committed) => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly histories: Histories,
    private readonly personal: PersonalData,
    private readonly streams: Streams,
    private readonly attached: AttachedStatements,
  ) {}

  /** Calls back after each commit that contained events. The listener must not throw; in a crash the call may be lost. */
  onCommitted(listener: (committed: Committed) => void): void {
    this.listeners.push(listener);
  }

  /** The record's current state; its decider's initial state when it has no events. */
  async stateOf<State, Command, Event extends DomainEvent, Row>(of: StreamOf<State, Command, Event, Row>): Promise<State> {
    return (await this.histories.of(of)).state;
  }

  /**
   * Decides a command on the stream's current state and stores the events, their read models and the outgoing work.
   * @throws DomainError of the decider; `precondition_failed`; LimitReached; `conflict` if concurrent changes of it persist; FactsChanged
   */
  execute<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    command: Command,
    execution: Execution,
  ): Promise<Outcome<State, Row>> {
    return traced(
      () => spanOf(of, command, execution),
      () => this.decide(of, command, execution),
    );
  }

  private async decide<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    command: Command,
    execution: Execution,
  ): Promise<Outcome<State, Row>> {
    const { decider } = of.stream;
    for (let attempt = 1; ; attempt++) {
      const last = attempt === 1 && !execution.isNew ? this.histories.last(of) : undefined;
      const onLast = last && decidedOnLast(of, last, command, execution);
      const { history, decided } = onLast ?? (await this.onRead(of, command, execution));
      const before = history.state;
      if (decided.length === 0) return { before, state: before, version: history.version, events: [], row: null };
      const state = decided.reduce((evolved, event) => decider.evolve(evolved, event), before);
      try {
        const first = onLast ? [EventLog.hasLast(of, { version: history.version, at: history.at! })] : [];
        return { before, state, ...(await this.append(of, history, state, decided, execution, first)) };
      } catch (error) {
        // Whether it was another fact is known when the record was read.
        if (onLast && isFactsChanged(error)) continue;
        if (isFactsChanged(error)) throw new FactsChanged();
        if (!isUniqueViolation(error, 'events_pkey')) throw error;
        if (attempt === TRIES)
          throw new DomainError('conflict', 'conflict', 'The record is being changed by other requests. Try again.');
      }
    }
  }

  /** Decides on the record as it is. @throws what it is refused with */
  private async onRead<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    command: Command,
    execution: Execution,
  ): Promise<Decided<State, Event>> {
    const history = execution.isNew ? Histories.none(of) : await this.histories.of(of, execution.locationIDs);
    return { history, decided: decidedOn(of, history, command, execution) };
  }

  private async append<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    history: History<State>,
    state: State,
    decided: Event[],
    { cause, at: moment, facts = [], beside = [] }: Execution,
    first: readonly Statement[],
  ): Promise<{ version: number; events: Recorded[]; row: Row | null }> {
    const { groupID, type, id } = of;
    const at = moment.toISOString();
    const events = decided.map(
      (event, index): Recorded => ({
        ...event,
        actor: cause.actor,
        requestID: cause.requestID,
        ...(cause.address != null && { address: cause.address }),
        stream: { groupID, type, id },
        at,
        version: history.version + index + 1,
      }),
    );
    const stored = this.storing(of, history, events);
    const statements: Statement[] = [
      ...this.attached.of(of, events),
      ...facts.flatMap(checked),
      ...ending(of, of.stream, events),
      ...first,
      ...stored.statements,
      ...beside,
    ];
    const behind = statements.length;
    const origins: string[] = [];
    // The read model first, for all events: outgoing work finds the record as the commit leaves it.
    for (const { name, stream, project } of this.streams.subscriptions) {
      if (stream !== of.stream) continue;
      for (const event of events) {
        for (const written of project(event, events)) origins[statements.push(written) - 1 - behind] = name;
      }
    }
    const send = () => this.database.batch(statements, of);
    // Erasing goes through all events: that of a long record would keep the writes waiting that go together with it.
    const isSlow = history.bytes > LONG && events.some((event) => event.type === of.stream.options.erasedBy);
    const results = (await (isSlow ? this.database.inTransaction(send) : send())).slice(behind);
    this.attached.stored();
    const wrote = new Map<string, readonly object[]>();
    for (const [index, name] of origins.entries()) {
      if (results[index]!.length > 0) wrote.set(name, [...(wrote.get(name) ?? []), ...results[index]!]);
    }
    this.database.afterCommit(() => {
      if (history.version > 0) this.histories.committed(of, { ...stored.after, state, version: events.at(-1)!.version, at });
      for (const listener of this.listeners) listener({ events, wrote });
    });
    const own = origins.lastIndexOf(of.stream.options.projection.name);
    return { version: events.at(-1)!.version, events, row: (results[own]?.[0] as Row | undefined) ?? null };
  }

  /** The statements that store the events and create or destroy the key of their personal data; and what the next ones need to know. */
  private storing(of: AnyStreamOf, history: History, events: readonly Recorded[]) {
    const { erasedBy, renewsKey } = of.stream.options;
    const isErasure = ({ type }: DomainEvent) => type === erasedBy;
    const erasure = events.findLast(isErasure)?.version ?? history.erasure;
    const isErased = events.some(isErasure);
    const known = this.personal.openKey(of, history.sealedKey);
    const isBehind = ({ version }: Recorded) => !isErased || version > erasure;
    const needsKey = events.some((event) => isBehind(event) && hasPersonal(of.stream, event.data));
    const isAllowed = erasure === 0 || renewsKey;
    const made = needsKey && isAllowed && (isErased || !known) ? this.personal.newKey(of) : null;
    const keyOf = (event: Recorded) => (isErased && isBehind(event) ? made : (known ?? made));
    const snapshot = isErased ? null : this.histories.snapshot(of, history);
    const sealed = events.map((event) => JSON.stringify(this.personal.seal(of.stream, event.data, of, keyOf(event))));
    const bytes = sealed.reduce((sum, data) => sum + Buffer.byteLength(data), 0);
    const read = snapshot ? { events: 0, bytes: 0 } : history.read;
    return {
      statements: [
        // First, so that of two concurrent writers the later one fails here and not on another constraint.
        ...events.map((event, at) => EventLog.insertEvent(event, sealed[at]!)),
        ...(isErased ? [EventLog.destroyKey(of), deleteSnapshots(of), EventLog.clearUnsealed(of)] : []),
        ...(snapshot ? [snapshot] : []),
        ...(made ? [EventLog.insertKey(of, made.sealed, erasure)] : []),
      ],
      after: {
        erasure,
        bytes: history.bytes + bytes,
        sealedKey: made?.sealed ?? history.sealedKey,
        read: { events: read.events + events.length, bytes: read.bytes + bytes },
      },
    };
  }
}
