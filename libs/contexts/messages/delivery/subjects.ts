import { type RawBuilder, sql } from 'kysely';
import { Database, type Statement, statement } from '#platform/database';
import { wholeName } from '#platform/kernel';
import type { MessageKey, MessageKind, MessageSubject } from '../message.js';

/** A message's subject with its contact, read when the message is sent. */
export interface Subject {
  status: string;
  /** Description of what was found or lost. */
  thing: string;
  name: string | null;
  email: string | null;
  phone_number: string | null;
  question: string | null;
  /** The Group's name, which counts where the message belongs to no Location. */
  place: string;
  zone: string;
  /** The one that its owner chose, its own, the Location's default, the Group's default: the first one with templates is used. */
  languages: (string | null)[];
  ends_at: string;
  /** Whether the end of storage or of the Request is still to come. */
  open: boolean;
  /** Whether that end is so long past that nobody waits to be told of it. */
  long_over: boolean;
  /** The photo of what was found. */
  image_url: string | null;
  carrier: string | null;
  tracking_number: string | null;
  /** The carrier's page of the parcel, where its label was bought here. */
  tracking_url: string | null;
  /** Whether shipping is still to be paid. */
  to_pay: boolean;
  /** The number of the link that a user sets the password by; null for items and Requests. */
  password_link: number | null;
  /** There is a later message of the same kind about the same subject: this one is outdated. */
  overtaken: boolean;
  /** Whether 07:00 of the Location's zone has passed since the message was written. */
  next_day: boolean;
}

/** Days after the end of a Request: one that was opened again later ends at once, and its guest was told of its end long ago. */
const LONG = 30;

const ANSWERED = ['pickup-by-guest', 'shipment-paid', 'left-behind', 'wrong-owner', 'contact-missing', 'waiting-response'];
const GONE = ['deleted', 'anonymized', 'settled'];

/** Whether a message of the kind is still correct. */
const TRUE_WHILE: Record<MessageKind, (subject: Subject) => boolean> = {
  'item-found': ({ status }) => status === 'waiting-response',
  // An owner who has answered and is to pay is asked no more.
  'item-reminder': ({ status, open, to_pay }) => status === 'waiting-response' && open && !to_pay,
  'answer-received': ({ status }) => ANSWERED.includes(status),
  'item-shipment': ({ status }) => ['pickup-scheduled', 'in-route', 'delivered'].includes(status),
  'request-received': ({ status }) => status === 'registered' || status === 'waiting-guest-response',
  'request-question': ({ status }) => status === 'waiting-guest-response',
  'request-resolved': ({ status }) => status === 'resolved',
  'request-not-found': ({ status, long_over }) => (status === 'not-found' || status === 'expired') && !long_over,
  text: ({ status }) => !GONE.includes(status),
  'desk-news': ({ status }) => !GONE.includes(status),
  'user-invitation': ({ status }) => status === 'invited',
  'user-password': ({ status }) => status === 'forgotten',
  'user-email': ({ status }) => status === 'unverified',
  'user-changed': () => true,
};

/** Whether the message is still correct. */
export function isStillTrue(kind: MessageKind, subject: Subject): boolean {
  return !subject.overtaken && TRUE_WHILE[kind](subject);
}

type Source = (key: MessageKey) => RawBuilder<unknown>;

const itemOf: Source = ({ group_id, subject_id }) => sql`
  select c.*, null::text as question, p.carrier, p.tracking_number, p.tracking_url, coalesce(p.payment_status = 'open', false) as to_pay
  from item_contacts c join item_parcels p on p.group_id = c.group_id and p.id = c.id
  where c.group_id = ${group_id}::int and c.id = ${subject_id}::int`;

/** The owner's other contact: by telephone, where the email is written to as well. */
const itemByPhone: Source = (key) => sql`
  select i.group_id, i.id, i.location_id, case when i.email is null or i.phone_number is null then 'settled' else i.status end as status,
    i.thing, i.name, null::text as email, i.phone_number, i.language_id, i.language_code, i.ends_at, i.question, i.image_url,
    i.carrier, i.tracking_number, i.tracking_url, i.to_pay, i.request_id, i.first_name, i.last_name
  from (${itemOf(key)}) i`;

const requestOf: Source = ({ group_id, subject_id }) => sql`
  select *, null::text as language_code, null::text as image_url, null::text as carrier, null::text as tracking_number,
    null::text as tracking_url, false as to_pay, null::int as request_id, null::text as first_name, null::text as last_name
  from request_contacts where group_id = ${group_id}::int and id = ${subject_id}::int`;

const GUESTS: Record<Exclude<MessageSubject, 'user' | 'user-changed'>, Source> = {
  item: itemOf,
  'item-other': itemByPhone,
  'item-reminder': itemOf,
  'desk-item': itemOf,
  request: requestOf,
  'desk-request': requestOf,
};

/** A later link to set a password ends the earlier one; staff's own words and what changed in an account are never outdated. */
const overtaken = (key: MessageKey, kind: MessageKind) => sql`
        ${kind}::text not in ('text', 'user-changed') and exists (
          select from messages later where later.group_id = s.group_id and later.subject = ${key.subject}::text
            and later.subject_id = ${key.subject_id}::int and later.version > ${key.version}::int
            and (later.kind = ${kind}::text or later.kind in ('user-invitation', 'user-password')
              and ${kind}::text in ('user-invitation', 'user-password'))
        ) as overtaken`;

/** A guest's subject, before the names are made one. */
type GuestSubject = Subject & { first_name: string | null; last_name: string | null };

/** A message to be read, and when it was written. */
type Read = MessageKey & { kind: MessageKind; created_at: string };

/** Reads the subject of a message, or null. */
export async function readSubject(database: Database, message: Read, now: RawBuilder<string>): Promise<Subject | null> {
  const { subject } = message;
  if (subject === 'user' || subject === 'user-changed') return database.queryOne(readUser(message, now));
  const row = await database.queryOne(readGuest(message, GUESTS[subject](message), now));
  if (row === null) return null;
  const { first_name: firstName, last_name: lastName, ...read } = row;
  // A surname alone says not how to greet.
  return firstName === null ? read : { ...read, name: wholeName({ firstName, lastName }) || null };
}

/** Where a user has stated no language, that of its first Location counts. */
function readUser(key: Read, now: RawBuilder<string>): Statement<Subject> {
  const isForEmail = sql`${key.kind}::text = 'user-email'`;
  return statement(sql<Subject>`
      select case when s.disabled then 'settled' when ${isForEmail} then case when s.email_pending then 'unverified' else 'settled' end
          when s.password_link is null then 'settled' when s.invited then 'invited' else 'forgotten' end as status,
        '' as thing, s.username as name, case when ${isForEmail} then s.email else s.reset_email end as email, null as phone_number,
        null as question, g.name as place, 'UTC' as zone,
        to_char(case when ${isForEmail} then ${key.created_at}::timestamptz + interval '7 days' else s.password_link_until end
          at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at,
        s.password_link, s.password_link_until > ${now} as open, false as long_over, null as image_url, null as carrier,
        null as tracking_number, null as tracking_url,
        false as to_pay, false as next_day,
        array[
          s.language,
          (select code from location_default_languages where group_id = s.group_id and location_id = s.location_ids[1]),
          (select code from language_directory where group_id = s.group_id and location_id is null and is_default)
        ] as languages,${overtaken(key, key.kind)}
      from user_directory s join group_accounts g on g.id = s.group_id
      where s.group_id = ${key.group_id}::int and s.id = ${key.subject_id}::int`);
}

function readGuest(key: Read, source: RawBuilder<unknown>, now: RawBuilder<string>): Statement<GuestSubject> {
  const isDesk = key.subject === 'desk-item' || key.subject === 'desk-request';
  return statement(sql<GuestSubject>`
      select s.status, s.thing, s.name, s.first_name, s.last_name, s.email, s.phone_number, s.question, l.name as place, l.zone,
        to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends_at, s.ends_at > ${now} as open,
        s.ends_at < ${now} - ${LONG}::int * interval '1 day' as long_over,
        s.image_url, s.carrier, s.tracking_number, s.tracking_url, s.to_pay,
        array[
          case when not ${isDesk}::boolean then coalesce(
            (select code from chosen_languages
              where ${key.subject}::text <> 'request' and group_id = s.group_id and item_id = s.id),
            case when s.language_code is not distinct from coalesce(usual.here, usual.everywhere) then (
              select d.code from request_contacts r join language_directory d on d.group_id = r.group_id and d.id = r.language_id
              where r.group_id = s.group_id and r.id = s.request_id and (r.email = s.email or r.phone_number = s.phone_number)) end,
            s.language_code, (select code from language_directory where group_id = s.group_id and id = s.language_id)) end,
          usual.here, usual.everywhere
        ] as languages,
        ((${now} at time zone l.zone) - interval '7 hours')::date
          > ((${key.created_at}::timestamptz at time zone l.zone) - interval '7 hours')::date as next_day,
        null::int as password_link,${overtaken(key, key.kind)}
      from (${source}) s
      join location_directory l on l.group_id = s.group_id and l.location_id = s.location_id
      cross join lateral (select
        (select code from location_default_languages where group_id = s.group_id and location_id = s.location_id) as here,
        (select code from language_directory where group_id = s.group_id and location_id is null and is_default) as everywhere) usual`);
}
