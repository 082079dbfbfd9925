import { Injectable } from '@nestjs/common';
import { type Insertable, sql } from 'kysely';
import { APART, Database, FOLDS, type Row, type Statement, statement, tables, template } from '#platform/database';
import { type PageRequest, ValidationFailed } from '#platform/kernel';
import type { DomainEvent } from './decider.js';
import type { EventEntity, SubjectKeyEntity } from './event.entity.js';
import {
  ALONE_BYTES,
  type EventRow,
  LISTED_BYTES,
  PAGE,
  PAGE_BYTES,
  type PageOptions,
  type PageRow,
  selectNewest,
  selectPage,
} from './event-pages.js';
import { assertion } from './facts.js';
import { PersonalData, type SubjectKey } from './personal-data.js';
import type { Recorded, StreamID } from './recorded-event.js';
import type { AnyStreamOf, StreamOf } from './stream.js';
import { Streams } from './streams.js';

const db = tables<typeof EventEntity | typeof SubjectKeyEntity>();

const insertEvent = template<Omit<EventRow, 'sealed_key' | 'data'> & { data: string }, unknown>(
  ({ data, ...row }) => db.insertInto('events').values({ ...row, data: sql`${data}` }),
  FOLDS,
);
const insertKey = template<Insertable<Row<typeof SubjectKeyEntity>>, unknown>(
  (row) => db.insertInto('subject_keys').values(row),
  FOLDS,
);

/** Fails as a fact does where the stream has no event of this version and time. */
const hasLast = template<StreamID & { version: number; at: string }, unknown>(
  ({ groupID, type, id, version, at }) =>
    assertion(sql`exists (
      select from events where group_id = ${groupID}::int and stream_type = ${type}::text and stream_id = ${id}::int
        and version = ${version}::int and at = ${at}::timestamptz)`),
  APART,
);

const SEALED_UNTIL =
  sql<Buffer | null>`case when events.version > subject_keys.after_version then subject_keys.sealed_key end`.as('sealed_key');

/** Reads and writes the events table. */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly personal: PersonalData,
    private readonly streams: Streams,
  ) {}

  /** The first events of a stream: no more than fit into 256 KiB, which is looked up, and from another version on into 4 MiB. */
  async page(
    of: StreamID,
    { from = 1, shape = '', types = null, within }: PageOptions = {},
  ): Promise<{ rows: PageRow[]; isLast: boolean }> {
    const most = from === 1 ? PAGE_BYTES : ALONE_BYTES;
    const asked = { groupID: of.groupID, type: of.type, id: of.id, from, shape, types, most };
    const select = selectPage(asked, within);
    const rows = from === 1 ? (await this.database.lookUp<[PageRow]>(of.groupID, select))[0] : await this.database.query(select);
    return { rows, isLast: rows.length < PAGE && (rows.at(-1)?.total ?? 0) < most };
  }

  /** The event of a stream that has this version. */
  async at<State, Command, Event extends DomainEvent, Row>(
    of: StreamOf<State, Command, Event, Row>,
    version: number,
  ): Promise<Recorded<Event> | null> {
    const [row] = await this.database.query(
      EventLog.selectEvents()
        .where('events.group_id', '=', of.groupID)
        .where('events.stream_type', '=', of.type)
        .where('events.stream_id', '=', of.id)
        .where('events.version', '=', version),
    );
    return row ? this.recorded<Event>([row])[0]! : null;
  }

  /**
   * A page of a stream, newest first, plus one more event to tell whether another page follows.
   * @throws ValidationFailed when it would have more than 4 MiB
   */
  async newest({ groupID, type, id }: StreamID, { limit, page }: PageRequest): Promise<Recorded[]> {
    const select = selectNewest({ groupID, type, id, limit: limit + 1, offset: (page - 1) * limit });
    const rows = await this.database.query(select);
    if ((rows.at(-1)?.total ?? 0) >= LISTED_BYTES) {
      const message = `The page would be too large. Ask for at most ${Math.max(1, rows.length - 1)} events.`;
      throw new ValidationFailed([{ field: 'limit', code: 'out_of_range', message }]);
    }
    return this.recorded(rows);
  }

  /**
   * One field of a stream as its last events stated it, oldest first: the others are neither read nor opened.
   * @param most how many events
   */
  async ofField({ groupID, type, id }: StreamID, field: string, most: number): Promise<Recorded[]> {
    const rows = await this.database.query(
      EventLog.selectEvents()
        .clearSelect()
        .select(['events.group_id', 'events.stream_type', 'events.stream_id', 'events.version', 'events.type'])
        .select(['events.actor', 'events.request_id', 'events.at', SEALED_UNTIL])
        .select(sql`json_build_object(${field}::text, events.data -> ${field}::text)`.as('data'))
        .where('events.group_id', '=', groupID)
        .where('events.stream_type', '=', type)
        .where('events.stream_id', '=', id)
        .where(sql<boolean>`events.data -> ${field}::text is not null`)
        .orderBy('events.version', 'desc')
        .limit(most)
        .$castTo<EventRow>(),
    );
    return this.recorded(rows.reverse());
  }

  /** The events with the keys of their subjects, unordered. */
  static selectEvents() {
    return db
      .selectFrom('events')
      .leftJoin('subject_keys', (join) =>
        join
          .onRef('subject_keys.group_id', '=', 'events.group_id')
          .onRef('subject_keys.stream_type', '=', 'events.stream_type')
          .onRef('subject_keys.stream_id', '=', 'events.stream_id'),
      )
      .select(['events.group_id', 'events.stream_type', 'events.stream_id', 'events.version', 'events.type'])
      .select(['events.data', 'events.actor', 'events.request_id', 'events.at'])
      .select(SEALED_UNTIL)
      .$castTo<EventRow>();
  }

  /** The events of rows, with personal data decrypted. The cast is safe: only the stream itself writes its events. */
  recorded<Event extends DomainEvent = DomainEvent>(rows: readonly EventRow[]): Recorded<Event>[] {
    // Opening a key costs as much as reading an event: rows of one subject, which follow each other, share it.
    let last: { row: EventRow; key: SubjectKey | null } | null = null;
    return rows.map((row) => {
      const stream = { groupID: row.group_id, type: row.stream_type, id: row.stream_id };
      if (!last || !isSameKey(last.row, row)) last = { row, key: this.personal.openKey(stream, row.sealed_key) };
      const recorded: Recorded = {
        stream,
        version: row.version,
        type: row.type,
        data: this.personal.open(this.streams.named(row.stream_type), row.data, stream, last.key),
        actor: row.actor,
        requestID: row.request_id,
        at: new Date(row.at).toISOString(),
      };
      return recorded as Recorded<Event>;
    });
  }

  /** @param data the event's data as it is stored, as JSON */
  static insertEvent({ stream, version, type, actor, requestID, at }: Recorded, data: string): Statement {
    const key = { group_id: stream.groupID, stream_type: stream.type, stream_id: stream.id, version };
    return insertEvent({ ...key, type, data, actor, request_id: requestID, at });
  }

  /** Fails as a fact does where the stream has no such event: a server that took over from one that was lost may lack its last events. */
  static hasLast({ groupID, type, id }: StreamID, { version, at }: { version: number; at: string }): Statement {
    return hasLast({ groupID, type, id, version, at });
  }

  /** @param afterVersion the version of the event that destroyed the key before; 0 for the first one */
  static insertKey({ groupID, type, id }: StreamID, sealedKey: Buffer, afterVersion: number): Statement {
    return insertKey({ group_id: groupID, stream_type: type, stream_id: id, sealed_key: sealedKey, after_version: afterVersion });
  }

  /** Erases the subject: without the key its personal data can no longer be read, not even in backups of the events. */
  static destroyKey(stream: StreamID): Statement {
    return db
      .deleteFrom('subject_keys')
      .where('group_id', '=', stream.groupID)
      .where('stream_type', '=', stream.type)
      .where('stream_id', '=', stream.id);
  }

  /** Takes out of a subject's events what is personal and was stored in clear, by a release that did not seal it. */
  static clearUnsealed({ groupID, type, id, stream }: AnyStreamOf): Statement {
    const publicFields = [...stream.options.public];
    const isClear = sql`not (field.key = any(${publicFields}::text[]) or json_typeof(field.value) = 'null'
      or (field.value -> 'sealed') is not null)`;
    return statement(sql`
      update events set data = (select json_object_agg(key, case when ${isClear} then null else value end) from json_each(data) field)
      where group_id = ${groupID}::int and stream_type = ${type}::text and stream_id = ${id}::int
        and exists (select from json_each(data) field where ${isClear})`);
  }
}

/** Whether rows are of one subject and sealed with the same key. */
function isSameKey(one: EventRow, other: EventRow): boolean {
  if (one.group_id !== other.group_id || one.stream_type !== other.stream_type || one.stream_id !== other.stream_id) return false;
  return one.sealed_key === null || other.sealed_key === null
    ? one.sealed_key === other.sealed_key
    : one.sealed_key.equals(other.sealed_key);
}
