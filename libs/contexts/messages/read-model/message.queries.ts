import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, Database, statement } from '#platform/database';
import { type Channel, type MessageKey, type MessageKind, type MessageStatus, TO_PEOPLE } from '../message.js';

/** A message to an owner or guest, as it is listed. */
export interface MessageRow extends MessageKey {
  kind: MessageKind;
  location_id: string;
  /** Null until it is first tried. */
  channel: Channel | null;
  email_refused: boolean;
  status: MessageStatus;
  error: string | null;
  created_at: string;
  sent_at: string | null;
  sealed_text: Uint8Array | null;
}

/** The most messages that are listed of a record: staff may write ten in an hour. */
const MOST = 1000;

/** Reads the messages about a record that went to its owner or guest. */
@Injectable()
export class MessageQueries {
  constructor(private readonly database: Database) {}

  /** Newest first. @param version only the message of this event */
  of(groupID: number, record: 'item' | 'request', id: number, version: number | null = null): Promise<MessageRow[]> {
    return this.database.query(
      statement(sql<MessageRow>`
        select m.group_id, m.subject, m.subject_id, m.version, m.kind, m.location_id, m.channel, m.email_refused, m.status, m.error,
          m.created_at, m.sealed_text, case when m.status = 'sent' then (
            select a.requested_at + coalesce(a.duration_ms, 0) * interval '1 millisecond' from message_attempts a
            where a.group_id = m.group_id and a.subject = m.subject and a.subject_id = m.subject_id and a.version = m.version
            order by a.attempt desc limit 1
          ) end as sent_at
        from messages m
        where m.group_id = ${groupID}::int and m.subject = ${anyOf(TO_PEOPLE[record])} and m.subject_id = ${id}::int
          and (${version}::int is null or m.subject = ${record}::text and m.version = ${version}::int)
        order by m.created_at desc, m.version desc, m.subject limit ${MOST}::int`),
    );
  }
}
