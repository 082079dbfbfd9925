import { Injectable, Logger } from '@nestjs/common';
import { Database, prepared, type Statement, tryTurn } from '#platform/database';
import type { StoredEvent, StreamID } from '../recorded-event.js';
import { Streams } from '../streams.js';
import type { Subject } from '../subject.js';
import { type Earlier, type Known, readEarlier } from './earlier.js';
import {
  MOST_BYTES,
  type StoredRow,
  selectEventsIn,
  selectGoingOn,
  selectUnread,
  selectWriters,
  writeUnread,
} from './event-feed.statements.js';
import { isAside, isUnknown, ofUnknownKind, setAside } from './set-aside.js';
import { rangesOf, remaining, type Unread } from './unread.js';
import { wholeCommits } from './whole-commits.js';

/** The changes of one transaction to one record. */
export interface Commit {
  stream: StreamID;
  /** The record's state before it; null where there are no events. */
  before: Known | null;
  events: readonly StoredEvent[];
}

/** Limits of one read. */
export interface FeedOptions {
  /** The kinds of record that are handed on. */
  of: readonly string[];
  /** Maximum events of the log to read, of all kinds. */
  limit: number;
  /** Names what `fold` makes of events and with what code: snapshots of another shape are not read. */
  shape: string;
  /** Puts an event to what is known of its record. Personal data in events before a commit is no more than there or not. */
  fold: (known: Known, event: StoredEvent, type: string) => Known;
}

/** Maximum events set aside: with more, the fault is not in the records. */
const MOST_ASIDE = 1_000;

/**
 * Hands on what was committed, each commit once, in an order that never puts a commit before one that it could see
 * (docs/adr/0036-change-feed.md). Positions commit out of order: those that were missed are remembered until their transaction has ended.
 * A commit that cannot be handed on is set aside, and so is one of a kind of record that only a newer release knows, for that one.
 */
@Injectable()
export class EventFeed {
  private readonly log = new Logger('EventFeed');
  /** The positions that this process could not hand on. */
  private readonly failed = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly streams: Streams,
  ) {}

  /** The kinds of record with changes that are published. */
  get subjects(): readonly Subject[] {
    return this.streams.subjects;
  }

  /** When the first event that has not been handed on was stored, ISO 8601, or null. */
  async waitingSince(): Promise<string | null> {
    const unread = rangesOf(await this.database.query(selectUnread())).filter((range) => !this.waits(range));
    const first = await this.database.queryOne(selectEventsIn(unread, 1));
    return first && new Date(first.at).toISOString();
  }

  /** How many events are set aside, as they could not be handed on. */
  async setAside(): Promise<number> {
    return rangesOf(await this.database.query(selectUnread())).filter(isAside).length;
  }

  /**
   * Reads the next commits and sends what is made of them in the same transaction, so that none is handed on twice or not at all.
   * @param make makes something of a commit; where it throws, the commit is set aside
   * @param write the statements that store what was made, in the order of the commits
   * @returns whether more is waiting; null when another process is reading
   */
  next<Made>(
    { of, limit, shape, fold }: FeedOptions,
    make: (commit: Commit) => Made,
    write: (made: readonly Made[]) => readonly Statement[],
  ): Promise<boolean | null> {
    return this.database.transaction(async (client) => {
      const run = async <Row>(statement: Statement<Row>) => (await client.query(prepared(statement.compile()))).rows as Row[];
      const [turn] = await run(tryTurn({ name: 'event feed' }));
      if (!turn!.mine) return null;
      const stored = rangesOf(await run(selectUnread()));
      const [waiting, unread] = [stored.filter((range) => this.waits(range)), stored.filter((range) => !this.waits(range))];
      const writers = async () => (await run(selectWriters('events'))).map(({ writer }) => writer);
      const before = new Set(unread.length > 1 ? await writers() : []);
      const rows = await run(selectEventsIn(unread, limit));
      const isCut = rows.length === limit || (rows.at(-1)?.total ?? 0) >= MOST_BYTES;
      if (isCut) {
        const goesOn = new Set((await run(selectGoingOn(rows, positionOf(rows.at(-1)!)))).map(commitOf));
        rows.length = wholeCommits(rows.map(commitOf), goesOn);
      }
      const found = rows.map(positionOf);
      const look = { found, upTo: isCut ? found.at(-1)! : null, before, after: rows.length > 0 ? await writers() : [] };
      const left = remaining(unread, look);
      const wanted = rows.filter(({ stream_type }) => of.includes(stream_type));
      const { earlier, snapshots } = await readEarlier(run, firstOf(wanted), shape, (known, row) =>
        fold(known, this.veiled(row), row.stream_type),
      );
      const { made, failed } = this.made(wanted, earlier, fold, make);
      for (const statement of [...(made.length > 0 ? write(made) : []), ...snapshots]) await run(statement);
      const unknown = rows.filter(({ stream_type }) => !this.streams.types.includes(stream_type));
      const kept = [...waiting, ...unknown.map(ofUnknownKind), ...failed.map(setAside), ...left].sort(
        (one, other) => one.first - other.first,
      );
      if (kept.filter(isAside).length > MOST_ASIDE) throw new Error(`More than ${MOST_ASIDE} events could not be handed on.`);
      if (JSON.stringify(kept) !== JSON.stringify(stored)) for (const statement of writeUnread(kept)) await run(statement);
      return isCut;
    });
  }

  /** Entries made of the commits of rows, in the order of the log, and the rows that gave none. */
  private made<Made>(
    rows: readonly StoredRow[],
    earlier: readonly Earlier[],
    fold: FeedOptions['fold'],
    make: (commit: Commit) => Made,
  ) {
    const known = new Map(firstOf(rows).map((record, nth) => [nameOf(record), earlier[nth]!]));
    const [made, failed]: [Made[], StoredRow[]] = [[], []];
    for (const together of Map.groupBy(rows, commitOf).values()) {
      const { group_id: groupID, stream_type: type, stream_id: id } = together[0]!;
      const stream = { groupID, type, id };
      const { known: before, problem } = known.get(nameOf(stream))!;
      try {
        if (problem) throw problem;
        made.push(make({ stream, before, events: together.map(eventOf) }));
        known.set(nameOf(stream), { known: together.reduce((all, row) => fold(all, this.veiled(row), type), before ?? {}) });
      } catch (problem) {
        failed.push(...together);
        for (const row of together) this.failed.add(positionOf(row));
        const { version } = together[0]!;
        this.log.error(
          new Error(`Change ${version} of ${nameOf(stream)} can not be listed; it is set aside.`, { cause: problem }),
        );
      }
    }
    return { made, failed };
  }

  /** Whether its event is for another release, or for the next process. */
  private waits(range: Unread): boolean {
    return isAside(range) ? this.failed.has(range.first) : isUnknown(range, this.streams.types);
  }

  /** The event without what is personal: of that it stays known whether it was there. */
  private veiled(row: StoredRow): StoredEvent {
    const stream = this.streams.named(row.stream_type);
    const event = eventOf(row);
    const data = Object.entries(event.data).map(([field, value]) => {
      return [field, value === null || stream.isPublic(field) ? value : VEILED] as const;
    });
    return { ...event, data: Object.fromEntries(data) };
  }
}

const positionOf = ({ position }: StoredRow) => Number(position);
const recordOf = ({ group_id, stream_type, stream_id }: StoredRow) => `${group_id}/${stream_type}/${stream_id}`;
const commitOf = (row: StoredRow) => `${recordOf(row)}@${row.transaction_id}`;

/** Each record with the version of its first row. */
function firstOf(rows: readonly StoredRow[]) {
  const records = new Map(rows.toReversed().map((row) => [recordOf(row), row]));
  return [...records.values()].map(({ group_id, stream_type, stream_id, version }) => {
    return { groupID: group_id, type: stream_type, id: stream_id, version };
  });
}

/** @throws Error when it is too large to be read */
function eventOf({ version, type, data, at, bytes }: StoredRow): StoredEvent {
  if (data === null) throw new Error(`The event has ${bytes} bytes.`);
  return { version, type, data, at: new Date(at).toISOString() };
}

const VEILED = { sealed: '' };

function nameOf({ groupID, type, id }: StreamID): string {
  return `${type}/${groupID}/${id}`;
}
