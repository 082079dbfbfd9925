import { sql } from 'kysely';
import { FOLDS, type Statement, statement, template, valuesOf } from '#platform/database';
import type { Recorded } from '#platform/event-store';
import type { MessageKind, MessageSubject } from '../message.js';

interface Options {
  /** The event's own record by default. */
  subject?: MessageSubject;
  /** Milliseconds that it waits. */
  after?: number;
  /** By SMS even to a person with an email address. */
  bySms?: boolean;
  /** Before all that the service writes by itself. */
  urgent?: boolean;
}

/**
 * Writes a message in the transaction of its event. It refers to the item or Request and contains no personal data: text and recipient
 * are read when it is sent.
 */
export function messageOf(
  event: Recorded,
  kind: MessageKind,
  locationID: string,
  { subject, after = 0, bySms = false, urgent = false }: Options = {},
): Statement {
  const { stream, version, at } = event;
  const key = { groupID: stream.groupID, subject: subject ?? (stream.type as MessageSubject), id: stream.id, version };
  return insertMessage({ ...key, kind, locationID, at, after, bySms, urgent });
}

/** The same for an event of an item that does not say where the item is. */
export function messageOfItem(
  { stream, version, at }: Recorded,
  kind: MessageKind,
  subject: MessageSubject,
  { urgent = false }: Pick<Options, 'urgent'> = {},
): Statement {
  return insertItemMessage({ groupID: stream.groupID, subject, id: stream.id, version, kind, at, urgent });
}

interface NewMessage {
  groupID: number;
  subject: MessageSubject;
  id: number;
  version: number;
  kind: MessageKind;
  locationID: string;
  at: string;
  after: number;
  bySms: boolean;
  urgent: boolean;
}

const COLUMNS = sql.raw(
  '(group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at, email_refused, urgent)',
);

const insertMessage = template<NewMessage, { subject_id: number }>(
  (message) =>
    statement(sql<{ subject_id: number }>`
    insert into messages ${COLUMNS}
    ${valuesOf(sql`(${message.groupID}::int, ${message.subject}::text, ${message.id}::int, ${message.version}::int, ${message.kind}::text,
      ${message.locationID}::text, ${message.at}::timestamptz,
      least(now(), ${message.at}::timestamptz) + ${message.after}::float8 * interval '1 millisecond',
      ${message.bySms}::boolean, ${message.urgent}::boolean)`)}
    returning subject_id`),
  FOLDS,
);

const insertItemMessage = template<Omit<NewMessage, 'locationID' | 'after' | 'bySms'>, { subject_id: number }>((message) =>
  statement(sql<{ subject_id: number }>`
    insert into messages ${COLUMNS}
    select group_id, ${message.subject}::text, id, ${message.version}::int, ${message.kind}::text, location_id,
      ${message.at}::timestamptz, least(now(), ${message.at}::timestamptz), false, ${message.urgent}::boolean
    from item_contacts where group_id = ${message.groupID}::int and id = ${message.id}::int
    returning subject_id`),
);
