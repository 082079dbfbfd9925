import { sql } from 'kysely';
import { anyOf, type Statement, statement } from '#platform/database';
import { type MessageRecord, SUBJECTS_OF } from '../message.js';
import { oneAtATime } from '../replies/answered-record.js';

/**
 * Deletes every message about an item, Request or user, sent or not, with its attempts, replies and the language chosen for them:
 * statements for the transaction that erases it.
 */
export function erase(groupID: number, record: MessageRecord, id: number): Statement[] {
  const subjects = anyOf(SUBJECTS_OF[record]);
  const key = sql`group_id = ${groupID}::int and subject = ${subjects} and subject_id = ${id}::int`;
  const chosen = statement(sql`delete from chosen_languages where group_id = ${groupID}::int and item_id = ${id}::int`);
  // Their pictures are removed behind the transaction, and the rows with them.
  const replies = statement(sql`
    update replies set erased = true, sealed = null
    where group_id = ${groupID}::int and record = ${record}::text and record_id = ${id}::int`);
  return [
    ...(record === 'user' ? [] : [oneAtATime({ groupID, record, id }), replies]),
    statement(sql`delete from message_attempts where ${key}`),
    statement(sql`delete from messages where ${key}`),
    ...(record === 'item' ? [chosen] : []),
  ];
}
