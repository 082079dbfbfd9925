import { sql } from 'kysely';
import { type Statement, statement, template } from '#platform/database';
import type { Recorded, StreamID } from '#platform/event-store';
import type { MessageKind } from '../message.js';

/**
 * Writes a message in the transaction of its event. It refers to the item or Request and contains no personal data: text and recipient
 * are read when it is sent.
 */
export function messageOf(event: Recorded, kind: MessageKind, locationID: string): Statement {
  const { stream, version, at } = event;
  return insertMessage({ ...stream, version, kind, locationID, at });
}

interface NewMessage extends StreamID {
  version: number;
  kind: MessageKind;
  locationID: string;
  at: string;
}

const insertMessage = template<NewMessage, { subject_id: number }>((message) =>
  statement(sql<{ subject_id: number }>`
    insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
    values (${message.groupID}::int, ${message.type}::text, ${message.id}::int, ${message.version}::int, ${message.kind}::text,
      ${message.locationID}::text, ${message.at}::timestamptz, least(now(), ${message.at}::timestamptz))
    returning subject_id`),
);
