import { Injectable } from '@nestjs/common';
import { type Insertable, sql } from 'kysely';
import { Database, type Row, type Statement, statement, tables, template } from '#platform/database';
import type { Actor, PageRequest } from '#platform/kernel';
import type { DomainEvent } from './decider.js';
import type { EventEntity, SubjectKeyEntity } from './event.entity.js';
import { PersonalData, type SubjectKey } from './personal-data.js';
import type { Recorded, StreamID } from './recorded-event.js';
import type { AnyStreamOf, StreamOf } from './stream.js';
import { Streams } from './streams.js';

const db = tables<typeof EventEntity | typeof SubjectKeyEntity>();

const insertEvent = template<Omit<EventRow, 'sealed_key'>, unknown>((row) => db.insertInto('events').values(row));
const insertKey = template<Insertable<Row<typeof SubjectKeyEntity>>, unknown>((row) => db.insertInto('subject_keys').values(row));

const selectStream = template<StreamID, EventRow>(({ groupID, type, id }) =>
  EventLog.selectEvents()
    .where('events.group_id', '=', groupID)
    .where('events.stream_type', '=', type)
    .where('events.stream_id', '=', id)
    .orderBy('events.version'),
);

/** A stream as read: its events with personal data decrypted, and the subject's key as stored; null when there is none. */
export interface History<Event extends DomainEvent = DomainEvent> {
  events: Recorded<Event>[];
  version: number;
  sealedKey: Buffer | null;
}

/** One row of the events table with the key that its personal data was sealed with; null when that was destroyed. */
export interface EventRow {
  group_id: number;
  stream_type: string;
  stream_id: number;
  version: number;
  type: string;
  data: Record<string, unknown>;
  actor: Actor;
  request_id: string | null;
  at: string;
  sealed_key: Buffer | null;
}

/** Reads and writes the events table. */
@Injectable()
export class EventLog {
  static readonly empty: History<never> = { events: [], version: 0, sealedKey: null };

  constructor(
    private readonly database: Database,
    private readonly personal: PersonalData,
    private readonly streams: Streams,
  ) {}

  /** Reads a whole stream in one round trip; streams are short: one record's events. */
  async read<State, Command, Event extends DomainEvent, Row>(
    stream: StreamOf<State, Command, Event, Row>,
  ): Promise<History<Event>> {
    const [rows] = await this.database.lookUp<[EventRow]>(
      selectStream({ groupID: stream.groupID, type: stream.type, id: stream.id }),
    );
    const sealedKey = rows.at(-1)?.sealed_key ?? null;
    return { events: this.recorded<Event>(rows), version: rows.at(-1)?.version ?? 0, sealedKey };
  }

  /** A page of a stream, newest first, plus one more event to tell whether another page follows. */
  async newest(stream: StreamID, { limit, page }: PageRequest): Promise<Recorded[]> {
    const rows = await this.database.query(
      EventLog.selectEvents()
        .where('events.group_id', '=', stream.groupID)
        .where('events.stream_type', '=', stream.type)
        .where('events.stream_id', '=', stream.id)
        .orderBy('events.version', 'desc')
        .limit(limit + 1)
        .offset((page - 1) * limit),
    );
    return this.recorded(rows);
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
      .select(sql`case when events.version > subject_keys.after_version then subject_keys.sealed_key end`.as('sealed_key'))
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

  static insertEvent({ stream, version, type, data, actor, requestID, at }: Recorded): Statement {
    const key = { group_id: stream.groupID, stream_type: stream.type, stream_id: stream.id, version };
    return insertEvent({ ...key, type, data: data as Record<string, unknown>, actor, request_id: requestID, at });
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
    const isClear = sql`not (field.key = any(${publicFields}::text[]) or json_typeof(field.value) = 'null' or (field.value -> 'sealed') is not null)`;
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
