import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database, isUniqueViolation, type Statement } from '#platform/database';
import { DomainError } from '#platform/kernel';
import type { Decider, DomainEvent } from './decider.js';
import { EventLog, type History } from './event-log.js';
import { hasPersonal, PersonalData } from './personal-data.js';
import { type AnyProjection, project } from './projection.js';
import { BY_ITSELF, type Cause, type Recorded, type StreamID } from './recorded-event.js';

/** The projections that run in every transaction, listed in one place (`libs/service`). */
export const PROJECTIONS = Symbol('projections');

/** What became of a command. */
export interface Outcome<State> {
  /** The state it was decided on. */
  before: State;
  state: State;
  version: number;
  /** The events it made happen; none when nothing changed. */
  events: Recorded[];
  /** What each projection's statements returned, by projection. */
  rows: ReadonlyMap<string, Record<string, unknown>[]>;
}

/** How a command is carried out. */
export interface Execution {
  cause: Cause;
  /** When it happens: the time the command was decided with. */
  at: Date;
  /** From `If-Match`: the versions that the caller has seen, of which one must be the current one. */
  expectedVersions?: readonly number[] | null;
  /** The stream cannot exist yet, so that reading it is spared. */
  isNew?: boolean;
  /** Statements that must be kept or lost together with the events. */
  beside?: readonly Statement[];
}

/** Races for one record are decided again on the fresh state this often before the caller gets 409. */
const TRIES = 5;

/** Appends what deciders decide, together with everything that follows from it, in one transaction. */
@Injectable()
export class EventStore {
  private readonly problems = new Logger('EventStore');
  private readonly listeners: ((outcome: Outcome<unknown>) => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly personal: PersonalData,
    @Inject(PROJECTIONS) private readonly projections: readonly AnyProjection[],
  ) {}

  /** Calls back after each commit that held events. The listener must not fail; what it does may be lost in a crash. */
  onCommitted(listener: (outcome: Outcome<unknown>) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Decides a command on the stream's current state and keeps the events, their read models and the outgoing work.
   * @throws DomainError of the decider; `precondition_failed`; `conflict` when races for the record don't end
   */
  async execute<State, Command, Event extends DomainEvent>(
    stream: StreamID,
    decider: Decider<State, Command, Event>,
    command: Command,
    execution: Execution,
  ): Promise<Outcome<State>> {
    for (let attempt = 1; ; attempt++) {
      const history = execution.isNew ? EventLog.empty : await this.log.read(stream);
      const before = history.events.reduce(
        (state, event) => decider.evolve(state, event as unknown as Event),
        decider.initialState,
      );
      const decided = decider.decide(command, before);
      if (execution.expectedVersions?.includes(history.version) === false) {
        throw new DomainError('precondition', 'precondition_failed', 'The record has changed since it was read.');
      }
      const state = decided.reduce((evolved, event) => decider.evolve(evolved, event), before);
      if (decided.length === 0) return { before, state, version: history.version, events: [], rows: new Map() };
      try {
        return { before, state, ...(await this.append(stream, history, decided, execution)) };
      } catch (error) {
        if (!isUniqueViolation(error, 'events_pkey')) throw error;
        if (attempt === TRIES) throw new DomainError('conflict', 'conflict', 'The record is being changed by others. Try again.');
      }
    }
  }

  /**
   * Has the service itself carry a command out on each of many records; one that fails is logged and keeps no other from it.
   * @returns how many changed
   */
  async executeEach<State, Command, Event extends DomainEvent>(
    streams: readonly StreamID[],
    decider: Decider<State, Command, Event>,
    command: Command,
    at: Date,
  ): Promise<number> {
    let changed = 0;
    for (const stream of streams) {
      try {
        const { events } = await this.execute(stream, decider, command, { cause: BY_ITSELF, at });
        if (events.length > 0) changed++;
      } catch (problem) {
        this.problems.error(problem);
      }
    }
    return changed;
  }

  private async append(
    stream: StreamID,
    history: History,
    decided: DomainEvent[],
    { cause, at: moment, beside = [] }: Execution,
  ) {
    const at = moment.toISOString();
    const events = decided.map(
      (event, index): Recorded => ({
        ...event,
        actor: cause.actor,
        requestID: cause.requestID,
        stream,
        at,
        version: history.version + index + 1,
      }),
    );
    const statements: Statement[] = [];
    const origins: (string | null)[] = [];
    const add = (origin: string | null, added: readonly Statement[]) => {
      statements.push(...added);
      origins.push(...added.map(() => origin));
    };

    let key = this.personal.openKey(stream, history.sealedKey);
    if (!key && history.version === 0 && events.some((event) => hasPersonal(event.data))) {
      key = this.personal.newKey(stream);
      add(null, [EventLog.insertKey(stream, key.sealed)]);
    }
    const sealed = events.map((event) => ({ ...event, data: this.personal.seal(event.data, stream, key) }));
    add(null, sealed.map(EventLog.insertEvent));
    add(null, beside);
    for (const event of events) {
      for (const projection of this.projections) add(projection.name, project(projection, event));
    }

    const results = await this.database.batch(statements);
    const rows = new Map<string, Record<string, unknown>[]>();
    origins.forEach((origin, index) => {
      if (origin !== null) rows.set(origin, [...(rows.get(origin) ?? []), ...results[index]!]);
    });
    const outcome = { version: events.at(-1)!.version, events, rows };
    this.database.afterCommit(() => {
      for (const listener of this.listeners) listener({ ...outcome, before: undefined, state: undefined });
    });
    return outcome;
  }
}
