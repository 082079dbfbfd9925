import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { UNDER_WAY } from '#contexts/items';
import { isOneOf, json, moment } from '#platform/database';
import {
  type Channel,
  MESSAGE_SUBJECTS,
  type MessageKind,
  type MessageStatus,
  type MessageSubject,
  TO_PEOPLE,
} from './message.js';
import { ANSWERED, type AnsweredRecord, type KeptPicture } from './replies/answered-record.js';

/** A message to an owner, guest or user, and its status. It refers to the item, Request or user; what it said is sealed. */
export const MessageEntity = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    groupId: p.integer().primary(),
    subject: p.text().$type<MessageSubject>().primary(),
    subjectId: p.integer().primary(),
    /** Version of the event that it reports. */
    version: p.integer().primary(),
    kind: p.text().$type<MessageKind>(),
    locationId: p.text(),
    createdAt: moment(),
    status: p.text().$type<MessageStatus>().default('waiting'),
    channel: p.text().$type<Channel>().nullable(),
    error: p.text().nullable(),
    attempts: p.integer().default(0),
    step: p.integer().default(0),
    emailRefused: p.boolean().default(false),
    claimableAt: moment().nullable(),
    sending: p.boolean().default(false),
    leaseToken: p.uuid().nullable(),
    takenAt: moment().nullable(),
    /** It failed, and nobody need see to that any more. */
    settled: p.boolean().default(false),
    /** Its text, for owners and guests; null until it is tried. */
    sealedText: p.blob().nullable(),
    /** Names the mail by which it went out, perhaps with others; null until then, and of earlier releases. */
    mailId: p.text().nullable(),
    /** It goes before all that is not: staff wrote it, or a person just did something and waits for it. */
    urgent: p.boolean().default(false),
  },
  checks: [
    { property: 'subject', expression: isOneOf('subject', MESSAGE_SUBJECTS) },
    { property: 'status', expression: `status in ('waiting', 'sent', 'failed', 'held', 'obsolete', 'uncertain')` },
    { property: 'channel', expression: `channel in ('email', 'sms')` },
  ],
  indexes: [
    { name: 'messages_due', properties: ['groupId', 'locationId', 'claimableAt'], where: 'claimable_at is not null' },
    {
      name: 'messages_urgent',
      properties: ['groupId', 'locationId', 'claimableAt'],
      where: 'claimable_at is not null and urgent',
    },
    { name: 'messages_sending', properties: ['claimableAt'], where: 'sending' },
    { name: 'messages_taken', properties: ['groupId', 'locationId', 'takenAt'], where: 'taken_at is not null' },
    { name: 'messages_held', properties: ['groupId', 'createdAt'], where: `status = 'held'` },
    { name: 'messages_failed', properties: ['groupId', 'createdAt'], where: `status = 'failed' and not settled` },
    { name: 'messages_mail', properties: ['groupId', 'mailId'], where: 'mail_id is not null' },
    { name: 'messages_status', properties: ['groupId', 'createdAt'], where: `status <> 'sent'` },
  ],
});

const FAILED = (record: keyof typeof TO_PEOPLE, isUnderWay: string) => `
  select m.group_id, '${record}'::text as record, m.subject_id as id, m.subject, m.version, m.location_id, m.created_at as since
  from messages m
  where m.status = 'failed' and not m.settled and ${isOneOf('m.subject', TO_PEOPLE[record])}
    and exists (select from ${isUnderWay} and r.group_id = m.group_id and r.id = m.subject_id offset 0)
    and not exists (
      select from messages n
      where n.group_id = m.group_id and ${isOneOf('n.subject', TO_PEOPLE[record])} and n.subject_id = m.subject_id
        and n.created_at >= m.created_at and n.status in ('waiting', 'sent', 'uncertain')
      offset 0
    )`;

/**
 * The messages to owners and guests that failed, of records that are under way, where none has followed since. The offsets keep PostgreSQL
 * from reading all messages and items.
 */
export const FailedMessages = defineEntity({
  name: 'FailedMessages',
  tableName: 'failed_messages',
  view: true,
  expression: `${FAILED('item', `item_references r where ${isOneOf('r.status', UNDER_WAY)}`)}
    union all ${FAILED('request', 'requests_under_way r where true')}`,
  properties: {
    groupId: p.integer().primary(),
    record: p.text().$type<'item' | 'request'>(),
    id: p.integer().primary(),
    subject: p.text().$type<MessageSubject>().primary(),
    version: p.integer().primary(),
    locationId: p.text(),
    since: moment(),
  },
});

/** One attempt to send a message. */
export const MessageAttemptEntity = defineEntity({
  name: 'MessageAttempt',
  tableName: 'message_attempts',
  properties: {
    groupId: p.integer().primary(),
    subject: p.text().$type<MessageSubject>().primary(),
    subjectId: p.integer().primary(),
    version: p.integer().primary(),
    attempt: p.integer().primary(),
    channel: p.text().$type<Channel>(),
    requestedAt: moment(),
    durationMs: p.integer().nullable(),
    responseCode: p.integer().nullable(),
    error: p.text().nullable(),
  },
});

/** When and at what rate messages of a Location are sent. */
export const MessagingSettingsEntity = defineEntity({
  name: 'MessagingSettings',
  tableName: 'messaging_settings',
  properties: {
    groupId: ofGroup().primary(),
    locationId: p.text().primary(),
    quietFrom: p.string().columnType('time').nullable(),
    quietTo: p.string().columnType('time').nullable(),
    /** As releases before Locations had a time zone read it. */
    zone: p.text(),
    perHour: p.integer(),
    /** Whether the Location has got that zone. */
    zoneCarried: p.boolean().default(false),
  },
  checks: [{ property: 'perHour', expression: 'per_hour > 0' }, { expression: '(quiet_from is null) = (quiet_to is null)' }],
});

/** The language that an owner has chosen on a page, where it is another than the item's. It goes with the item's messages. */
export const ChosenLanguageEntity = defineEntity({
  name: 'ChosenLanguage',
  tableName: 'chosen_languages',
  properties: { groupId: p.integer().primary(), itemId: p.integer().primary(), code: p.text() },
});

/** A reply that an owner or guest wrote. */
export const ReplyEntity = defineEntity({
  name: 'Reply',
  tableName: 'replies',
  properties: {
    groupId: p.integer().primary(),
    /** Tells a mail from all others: it is taken once. */
    mail: p.blob().primary(),
    record: p.text().$type<AnsweredRecord['record']>(),
    recordId: p.integer(),
    /** From 1, in the order in which they came to the record. */
    number: p.integer(),
    locationId: p.text(),
    receivedAt: moment(),
    /** Whether its sender had what the owner or guest alone was given. */
    verified: p.boolean(),
    /** The writer, the text, and what the pictures are called. */
    sealed: p.blob().nullable(),
    attachments: json<KeptPicture[]>(),
    readAt: moment().nullable(),
    /** Its pictures are still to be removed. */
    erased: p.boolean().default(false),
  },
  checks: [{ property: 'record', expression: isOneOf('record', ANSWERED) }],
  uniques: [{ name: 'replies_number', properties: ['groupId', 'record', 'recordId', 'number'] }],
  indexes: [
    {
      name: 'replies_unread',
      expression: `create index replies_unread on replies (group_id, record, record_id, received_at) include (location_id)
        where read_at is null and not erased`,
    },
    { name: 'replies_erased', properties: ['groupId', 'mail'], where: 'erased' },
  ],
});
