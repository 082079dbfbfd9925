import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import type { MessageSubject } from '../message.js';

/**
 * Deletes every message about an item, Request or user, sent or not, with its attempts: statements for the transaction that erases it.
 */
export function erase(groupID: number, subject: MessageSubject, id: number): Statement[] {
  const key = sql`group_id = ${groupID}::int and subject = ${subject}::text and subject_id = ${id}::int`;
  return [statement(sql`delete from message_attempts where ${key}`), statement(sql`delete from messages where ${key}`)];
}
