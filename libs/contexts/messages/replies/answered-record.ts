import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import { type MessageKey, TO_PEOPLE } from '../message.js';

/** The kinds of record whose owner or guest may answer. */
export const ANSWERED = ['item', 'request'] as const;

/** An item or Request that somebody writes about. */
export interface AnsweredRecord {
  groupID: number;
  record: (typeof ANSWERED)[number];
  id: number;
}

/** The record of a message to an owner or guest. */
export function recordOf({ group_id: groupID, subject, subject_id: id }: MessageKey): AnsweredRecord {
  return { groupID, record: (TO_PEOPLE.request as readonly string[]).includes(subject) ? 'request' : 'item', id };
}

/** Makes whoever writes or erases the replies to a record wait for each other, until the end of the transaction. */
export function oneAtATime({ groupID, record, id }: AnsweredRecord): Statement {
  return statement(sql`select pg_advisory_xact_lock(hashtextextended(${`replies/${groupID}/${record}/${id}`}::text, 0))`);
}

/** A picture of a reply, as it is kept. */
export interface KeptPicture {
  url: string;
  /** Media type. */
  type: string;
  size: number;
}
