import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, Database, statement } from '#platform/database';
import { recordTimestamp } from '#platform/kernel';
import {
  type Channel,
  type MessageKind,
  type MessageRecord,
  type MessageStatus,
  type MessageSubject,
  SUBJECTS_OF,
} from '../message.js';
import { maskedEmail, maskedPhone } from './masked.js';

/** The messages of a Group that are listed. */
export interface MessageFilters {
  status?: MessageStatus;
  /** The item, Request or user that they are about. */
  about?: { record: MessageRecord; id: number };
  limit: number;
}

/** A message as the operator sees it. */
export interface LoggedMessage {
  kind: MessageKind;
  /** Its record: `item 7`. */
  about: string;
  locationID: string | null;
  status: MessageStatus;
  channel: Channel | null;
  /** The contact that the record has now, masked, or null. */
  to: string | null;
  attempts: number;
  error: string | null;
  createdAt: string;
}

interface Row extends Pick<LoggedMessage, 'kind' | 'status' | 'channel' | 'attempts' | 'error'> {
  subject: MessageSubject;
  subject_id: number;
  location_id: string;
  email: string | null;
  phone_number: string | null;
  created_at: string;
}

/** Lists the messages of a Group for its operator. */
@Injectable()
export class MessageLog {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(groupID: number, { status, about, limit }: MessageFilters): Promise<LoggedMessage[]> {
    const rows = await this.database.query(
      statement(sql<Row>`
        select m.kind, m.subject, m.subject_id, m.location_id, m.status, m.channel, m.attempts, m.error, m.created_at,
          case when m.subject like 'desk-%' then l.email else coalesce(i.email, r.email, u.email) end as email,
          coalesce(i.phone_number, r.phone_number) as phone_number
        from (
          select * from messages
          where group_id = ${groupID}::int and (${status ?? null}::text is null or status = ${status ?? null}::text)
            and (${about === undefined} or subject = ${anyOf(about ? SUBJECTS_OF[about.record] : [])}
              and subject_id = ${about?.id ?? 0}::int)
          order by created_at desc, subject_id desc, version desc, subject limit ${limit}::int
        ) m
        left join item_contacts i
          on m.subject in ('item', 'item-other', 'item-reminder') and i.group_id = m.group_id and i.id = m.subject_id
        left join request_contacts r on m.subject = 'request' and r.group_id = m.group_id and r.id = m.subject_id
        left join user_directory u on m.subject = 'user' and u.group_id = m.group_id and u.id = m.subject_id
        left join location_contacts l on l.group_id = m.group_id and l.location_id = m.location_id
        order by m.created_at desc, m.subject_id desc, m.version desc, m.subject`),
    );
    return rows.map(logged);
  }
}

function logged({ kind, subject, subject_id, location_id, status, channel, email, phone_number, ...row }: Row): LoggedMessage {
  const bySms = channel === 'sms' || (channel === null && (email === null || subject === 'item-other'));
  return {
    kind,
    about: `${subject.includes('item') ? 'item' : subject.includes('request') ? 'request' : 'user'} ${subject_id}`,
    locationID: location_id || null,
    status,
    channel,
    to: bySms ? phone_number && maskedPhone(phone_number) : email && maskedEmail(email),
    attempts: row.attempts,
    error: row.error,
    createdAt: recordTimestamp(row.created_at),
  };
}
