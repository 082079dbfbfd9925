import { sql } from 'kysely';
import type { MessageKey, MessageKind } from '../message.js';

/** A message claimed by this worker. */
export interface ClaimedMessage extends MessageKey {
  kind: MessageKind;
  location_id: string;
  created_at: string;
  attempts: number;
  step: number;
  /** The mail server reported that the mailbox does not exist. */
  email_refused: boolean;
}

/** Columns of a claimed message. */
export const CLAIMED = sql.raw(
  'w.group_id, w.subject, w.subject_id, w.version, w.kind, w.location_id, w.created_at, w.attempts, w.step, w.email_refused',
);
