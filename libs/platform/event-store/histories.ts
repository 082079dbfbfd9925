import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { Database, type Statement } from '#platform/database';
import type { DomainEvent } from './decider.js';
import { EventLog } from './event-log.js';
import type { PageRow } from './event-pages.js';
import type { History } from './history.js';
import { Kept } from './kept.js';
import { PersonalData } from './personal-data.js';
import type { Recorded, StreamID } from './recorded-event.js';
import { insertSnapshot, isSnapshotDue } from './snapshots.js';
import type { AnyStreamOf, StreamOf } from './stream.js';

/** Maximum long records of a Group waiting to be read, and milliseconds to wait. */
const [MOST_WAITING, MAX_WAIT] = [50, 8_000];

/** Bytes of all records that are kept and of one, judged by their events, and what one takes besides. */
const [MOST_KEPT, MOST_OF_ONE, LEAST_OF_ONE] = [8_000_000, 64_000, 1_000];

/**
 * Reads records from their events. One page of events is read with those of other callers; longer histories, such as those from before
 * there were snapshots, are read page by page, one record at a time in a process (docs/adr/0024-rebuilds.md).
 */
@Injectable()
export class Histories implements OnModuleDestroy {
  private readonly kept = new Kept<History>({
    maxSize: MOST_KEPT,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: ({ bytes }) => LEAST_OF_ONE + bytes,
  });
  private readonly long = new SharedSemaphore<number>(
    new Semaphore(1, Number.POSITIVE_INFINITY, MAX_WAIT),
    () => new Semaphore(1, MOST_WAITING, MAX_WAIT),
  );

  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly personal: PersonalData,
  ) {}

  onModuleDestroy(): void {
    this.kept.close();
  }

  /** A record that does not exist yet. */
  static none<State>({ stream }: { stream: { decider: { initialState: State } } }): History<State> {
    return {
      state: stream.decider.initialState,
      version: 0,
      erasure: 0,
      bytes: 0,
      sealedKey: null,
      read: { events: 0, bytes: 0 },
    };
  }

  /**
   * Reads a record; in one round trip unless it is long and has no snapshot.
   * @param locationIDs of what is asked for by who has these alone: there is none elsewhere
   * @throws Unavailable when too many of those are read
   */
  async of<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    locationIDs?: readonly string[],
  ): Promise<History<State>> {
    const { shape, placed } = of.stream.options;
    const { rows, isLast } = await this.log.page(of, {
      shape,
      ...(placed && locationIDs && { within: { placed, locationIDs } }),
    });
    return isLast ? this.after(of, Histories.none(of), rows) : this.long.run(of.groupID, () => this.longOne(of));
  }

  /**
   * A record as this process left it with its last commit, so that the next command need not read it again; undefined when it is not kept.
   * Another process may have changed it since: then its events are refused, as those of any two at once are, and it is read.
   */
  last<State, Command, Event extends DomainEvent, Row>(of: StreamOf<State, Command, Event, Row>): History<State> | undefined {
    return this.database.isInTransaction ? undefined : (this.kept.get(keyOf(of)) as History<State> | undefined);
  }

  /** Keeps a record as a commit left it; one whose personal data was erased is forgotten. */
  committed(of: StreamID, history: History): void {
    const known = this.kept.get(keyOf(of));
    if (history.erasure > 0) this.kept.delete(keyOf(of));
    else if (!known || known.version < history.version)
      this.kept.set(keyOf(of), { ...history, sealedKey: alone(history.sealedKey) });
  }

  /** The events of a record in pages, of some kinds if named. @throws Unavailable as `of` does */
  async *pages<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    types?: readonly Event['type'][],
  ): AsyncGenerator<Recorded<Event>[]> {
    let page = await this.log.page(of, { types });
    for (;;) {
      yield this.log.recorded<Event>(page.rows);
      if (page.isLast) return;
      const from = page.rows.at(-1)!.version + 1;
      page = await this.long.run(of.groupID, () => this.log.page(of, { types, from }));
    }
  }

  /** The statement that stores a snapshot of what was read; null when it is short. */
  snapshot(of: AnyStreamOf, { state, version, erasure, bytes, sealedKey, read }: History): Statement | null {
    if (!isSnapshotDue(read)) return null;
    const sealed = this.personal.sealState({ state, erasure }, of, version, this.personal.openKey(of, sealedKey));
    return insertSnapshot(of, { purpose: 'state', version, shape: of.stream.options.shape, bytes, state: sealed }, sealedKey);
  }

  /** The next call that waits for the same record finds its result. */
  private async longOne<State, Command, Event extends DomainEvent, Row>(of: StreamOf<State, Command, Event, Row>) {
    const { shape } = of.stream.options;
    let history = Histories.none(of);
    let [from, isLast] = [1, false];
    while (!isLast) {
      const page = await this.log.page(of, { shape, from });
      history = this.after(of, history, page.rows);
      [from, isLast] = [history.version + 1, page.isLast];
    }
    const snapshot = this.snapshot(of, history);
    if (snapshot) await this.database.query(snapshot);
    return { ...history, read: { events: 0, bytes: 0 } };
  }

  private after<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    before: History<State>,
    rows: readonly PageRow[],
  ): History<State> {
    const [first] = rows;
    if (!first) return before;
    const begun = first.snapshot ? this.snapped<State>(of, first) : before;
    const { decider, options } = of.stream;
    const later = first.snapshot ? rows.slice(1) : rows;
    const events = this.log.recorded<Event>(later);
    const bytes = later.reduce((sum, row) => sum + row.bytes, 0);
    return {
      state: events.reduce((state, event) => decider.evolve(state, event), begun.state),
      version: rows.at(-1)!.version,
      erasure: events.findLast(({ type }) => type === options.erasedBy)?.version ?? begun.erasure,
      bytes: begun.bytes + bytes,
      sealedKey: rows.at(-1)!.sealed_key,
      read: { events: begun.read.events + events.length, bytes: begun.read.bytes + bytes },
    };
  }

  /** The record as its snapshot has it. */
  private snapped<State>(of: AnyStreamOf, { snapshot, version, sealed_key: sealedKey }: PageRow): History<State> {
    const opened = this.personal.openState(snapshot!.state, of, version, this.personal.openKey(of, sealedKey));
    const { state, erasure } = opened as { state: State; erasure: number };
    return { state, version, erasure, bytes: snapshot!.bytes, sealedKey, read: { events: 0, bytes: 0 } };
  }
}

/** A copy of its own: a small Buffer is a piece of one of 64 kB, which it would keep as a whole. */
const alone = (bytes: Buffer | null) => bytes && Buffer.alloc(bytes.length, bytes);

const keyOf = ({ groupID, type, id }: StreamID) => `${groupID}/${type}/${id}`;
