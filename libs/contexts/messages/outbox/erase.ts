import { sql } from 'kysely';
import type { GuestSubject } from '#contexts/guest-links';
import { type Statement, statement } from '#platform/database';

/**
 * Deletes every message about an item or Request, sent or not, with its attempts: statements for the transaction that anonymizes it.
 */
export function erase(groupID: number, subject: GuestSubject, id: number): Statement[] {
  const key = sql`group_id = ${groupID}::int and subject = ${subject}::text and subject_id = ${id}::int`;
  return [statement(sql`delete from message_attempts where ${key}`), statement(sql`delete from messages where ${key}`)];
}
