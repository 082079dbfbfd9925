import { sql } from 'kysely';
import { type Statement, statement } from '#database';
import type { Recorded } from '#event-store';
import type { MessageKind } from '../message.js';

/**
 * Writes a message in the transaction of its event. It names whom it is about and holds nothing of them: what it says and where it
 * goes is read when it is sent.
 */
export function messageOf(event: Recorded, kind: MessageKind, locationID: string): Statement {
  const { groupID, type, id } = event.stream;
  return statement(sql<{ subject_id: number }>`
    insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
    values (${groupID}::int, ${type}::text, ${id}::int, ${event.version}::int, ${kind}::text, ${locationID}::text,
      ${event.at}::timestamptz, least(now(), ${event.at}::timestamptz))
    returning subject_id`);
}
