import { type RawBuilder, sql } from 'kysely';
import type { GuestSubject } from '#contexts/guest-links';
import { Database, type Statement, statement } from '#platform/database';
import type { MessageKey, MessageKind } from '../message.js';

/** What a message is about, with its contact, read when the message is sent. */
export interface Subject {
  status: string;
  /** Description of what was found or lost. */
  thing: string;
  name: string | null;
  email: string | null;
  phone_number: string | null;
  question: string | null;
  place: string;
  zone: string;
  /** Its own language, the Location's default, the Group's default: the first one with templates is used. */
  languages: (string | null)[];
  ends_at: string;
  /** The number of the link that a user sets the password by; null for items and Requests. */
  password_link: number | null;
  /** There is a later message about the same subject: this one is outdated. */
  overtaken: boolean;
}

/** The status in which a message is still correct. */
const TRUE_WHILE: Record<MessageKind, string> = {
  'item-found': 'waiting-response',
  'request-question': 'waiting-guest-response',
  'request-resolved': 'resolved',
  'request-not-found': 'not-found',
  'user-invitation': 'invited',
  'user-password': 'forgotten',
};

/** Whether the message is still correct. */
export function isStillTrue(kind: MessageKind, { status, overtaken }: Subject): boolean {
  return !overtaken && status === TRUE_WHILE[kind];
}

const GUESTS: Record<GuestSubject, RawBuilder<unknown>> = {
  item: sql`select *, null as question from item_contacts`,
  request: sql`select *, null as language_code from request_contacts`,
};

const overtaken = (key: MessageKey) => sql`
        exists (
          select from messages later where later.group_id = s.group_id and later.subject = ${key.subject}::text
            and later.subject_id = ${key.subject_id}::int and later.version > ${key.version}::int
        ) as overtaken`;

/** Reads the subject of a message; null when there is none. */
export async function readSubject(database: Database, key: MessageKey): Promise<Subject | null> {
  return database.queryOne(key.subject === 'user' ? readUser(key) : readGuest(key, GUESTS[key.subject]));
}

/** A user has no language of its own: that of its first Location counts. */
function readUser(key: MessageKey): Statement<Subject> {
  return statement(sql<Subject>`
      select case when s.disabled or s.password_link is null then 'settled' when s.invited then 'invited' else 'forgotten' end as status,
        '' as thing, s.username as name, s.email, null as phone_number, null as question, g.name as place, 'UTC' as zone,
        to_char(s.password_link_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at, s.password_link,
        array[
          (select code from language_directory where group_id = s.group_id and location_id = s.location_ids[1] and is_default),
          (select code from language_directory where group_id = s.group_id and location_id is null and is_default)
        ] as languages,${overtaken(key)}
      from user_directory s join group_accounts g on g.id = s.group_id
      where s.group_id = ${key.group_id}::int and s.id = ${key.subject_id}::int`);
}

function readGuest(key: MessageKey, source: RawBuilder<unknown>): Statement<Subject> {
  return statement(sql<Subject>`
      select s.status, s.thing, s.name, s.email, s.phone_number, s.question, l.name as place, coalesce(m.zone, 'UTC') as zone,
        to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at,
        array[
          coalesce(s.language_code, (select code from language_directory where group_id = s.group_id and id = s.language_id)),
          (select code from language_directory where group_id = s.group_id and location_id = s.location_id and is_default),
          (select code from language_directory where group_id = s.group_id and location_id is null and is_default)
        ] as languages,
        null::int as password_link,${overtaken(key)}
      from (${source} where group_id = ${key.group_id}::int and id = ${key.subject_id}::int) s
      join location_directory l on l.group_id = s.group_id and l.location_id = s.location_id
      left join messaging_settings m on m.group_id = s.group_id and m.location_id = s.location_id`);
}
