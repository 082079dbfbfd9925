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

/** Columns of a claimed message `m`. */
export const CLAIMED = sql.raw(
  'm.group_id, m.subject, m.subject_id, m.version, m.kind, m.location_id, m.created_at, m.attempts, m.step, m.email_refused',
);
