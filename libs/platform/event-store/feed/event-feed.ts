import { Injectable } from '@nestjs/common';
import { Database, prepared, type Statement, tryTurn } from '#platform/database';
import type { DomainEvent } from '../decider.js';
import type { StreamID } from '../recorded-event.js';
import { Streams } from '../streams.js';
import {
  type StoredRow,
  selectBefore,
  selectEventsIn,
  selectGoingOn,
  selectUnread,
  selectWriters,
  writeUnread,
} from './event-feed.statements.js';
import { remaining, type Unread, WHOLE_LOG } from './unread.js';
import { wholeCommits } from './whole-commits.js';

/** An event as it is stored: the value of a field that is personal is sealed. */
export interface StoredEvent extends DomainEvent {
  data: Readonly<Record<string, unknown>>;
  version: number;
  /** ISO 8601, UTC. */
  at: string;
}

/** What one transaction did to one record. */
export interface Commit {
  stream: StreamID;
  /** The record's events before it. */
  before: readonly StoredEvent[];
  events: readonly StoredEvent[];
}

/** What is read at once. */
export interface FeedOptions {
  /** The kinds of record that are handed on. */
  of: readonly string[];
  /** At most so many events of the log, of all kinds. */
  limit: number;
}

/**
 * Hands on what was committed, each commit once, in an order that never puts a commit before one that it could see
 * (docs/adr/0036-change-feed.md). Positions commit out of order: those that were missed are remembered until their transaction has ended.
 */
@Injectable()
export class EventFeed {
  constructor(
    private readonly database: Database,
    private readonly streams: Streams,
  ) {}

  /** When the first event was stored that has not been handed on, ISO 8601; null when there is none. */
  async waitingSince(): Promise<string | null> {
    const unread = rangesOf(await this.database.query(selectUnread()));
    const first = await this.database.queryOne(selectEventsIn(unread, this.streams.types, 1));
    return first && new Date(first.at).toISOString();
  }

  /**
   * Reads the next commits and sends what is made of them in the same transaction, so that none is handed on twice or not at all.
   * @returns whether more is waiting; null when another process is reading
   */
  next({ of, limit }: FeedOptions, take: (commits: readonly Commit[]) => readonly Statement[]): Promise<boolean | null> {
    return this.database.transaction(async (client) => {
      const run = async <Row>(statement: Statement<Row>) => (await client.query(prepared(statement.compile()))).rows as Row[];
      const [turn] = await run(tryTurn({ name: 'event feed' }));
      if (!turn!.mine) return null;
      const unread = rangesOf(await run(selectUnread()));
      const writers = async () => (await run(selectWriters())).map(({ writer }) => writer);
      const before = new Set(unread.length > 1 ? await writers() : []);
      const rows = await run(selectEventsIn(unread, this.streams.types, limit));
      const isCut = rows.length === limit;
      if (isCut) {
        const goesOn = new Set((await run(selectGoingOn(rows, positionOf(rows.at(-1)!)))).map(commitOf));
        rows.length = wholeCommits(rows.map(commitOf), goesOn);
      }
      const found = rows.map(positionOf);
      const look = { found, upTo: isCut ? found.at(-1)! : null, before, after: rows.length > 0 ? await writers() : [] };
      const left = remaining(unread, look);
      const wanted = rows.filter(({ stream_type }) => of.includes(stream_type));
      const known = wanted.length === 0 ? [] : await run(selectBefore(firstOf(wanted)));
      for (const statement of wanted.length === 0 ? [] : take(commitsOf(wanted, known))) await run(statement);
      if (JSON.stringify(left) !== JSON.stringify(unread)) for (const statement of writeUnread(left)) await run(statement);
      return isCut;
    });
  }
}

interface StoredRange {
  first: string;
  last: string | null;
  writers: readonly string[];
}

function rangesOf(stored: readonly StoredRange[]): readonly Unread[] {
  if (stored.length === 0) return WHOLE_LOG;
  return stored.map(({ first, last, writers }) => ({
    first: Number(first),
    last: last === null ? null : Number(last),
    writers,
  }));
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

function eventOf({ version, type, data, at }: StoredRow): StoredEvent {
  return { version, type, data, at: new Date(at).toISOString() };
}

/** The commits of rows in the order of the log. @param known the events of their records before them */
function commitsOf(rows: readonly StoredRow[], known: readonly StoredRow[]): Commit[] {
  const history = new Map<string, readonly StoredEvent[]>();
  for (const [record, events] of Map.groupBy(known, recordOf)) history.set(record, events.map(eventOf));
  return [...Map.groupBy(rows, commitOf).values()].map((together) => {
    const { group_id: groupID, stream_type: type, stream_id: id } = together[0]!;
    const record = recordOf(together[0]!);
    const before = history.get(record) ?? [];
    const events = together.map(eventOf);
    history.set(record, [...before, ...events]);
    return { stream: { groupID, type, id }, before, events };
  });
}
