import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE, Shown } from '#platform/http';
import { DomainError, NotFound } from '#platform/kernel';
import { type Channel, MESSAGE_KINDS, MESSAGE_STATUSES, type MessageStatus, type TO_PEOPLE } from '../message.js';
import type { MessageRow } from '../read-model/message.queries.js';

/** A picture that came with a reply. */
export class AttachmentRecord {
  @Shown('integer', 'Identifier among the pictures of the reply, in their order', 1) ID!: number;
  @Shown(String, 'What its sender called it', 'umbrella.jpg') name!: string;
  @Shown(String, 'Media type', 'image/jpeg') type!: string;
  @Shown('integer', 'Bytes', 48213) size!: number;
  @Shown(String, 'Where it is, without a token, for an hour; another at each reading', 'https://lost.example.com/images/….jpg')
  url!: string;
}

/** Characters of a reply by mail; what staff write is shorter. */
const LONGEST_TEXT = 20_000;

/** A message to or from an owner or guest (decisions.md, section 12, Messages; section 14, Replies). */
export class MessageRecord {
  @Shown('integer', 'Identifier among the messages of the record', 7) ID!: number;
  @Shown(String, '`in`: the owner or guest wrote it', 'out', { enum: ['out', 'in'] }) direction!: 'out' | 'in';
  @Shown(String, 'What it tells', 'item-found', { enum: [...MESSAGE_KINDS, 'reply'] }) kind!: string;
  @Shown(String, 'How it was sent, or will be, or came', 'email', { enum: ['email', 'sms'] })
  channel!: Channel;
  @Shown(
    String,
    'What was said, or will be where it is `waiting` or `held`, as plain text; null where nothing was, once erased, ' +
      'and of messages that were sent before release 0.3.0; of a reply what was written, without what it quotes',
    'Dear Anna,\n\nwe have found your umbrella.',
    { ...NULLABLE, maxLength: LONGEST_TEXT },
  )
  text!: string | null;
  @Shown(
    String,
    '`held`: no mail server or SMS gateway is configured; `obsolete`: it was no longer correct when it could be sent; `uncertain`: ' +
      'it may have arrived; null of a reply',
    'sent',
    { enum: [...MESSAGE_STATUSES, null], nullable: true },
  )
  status!: MessageStatus | null;
  @Shown(String, 'The contact that it went to, masked; null when there is none any more', 'a***@example.com', NULLABLE)
  to!: string | null;
  @Shown(String, 'The contact that a reply came from, masked; else null', null, NULLABLE) from!: string | null;
  @Shown(
    Boolean,
    'Of a reply whether its sender had what the owner or guest alone was given: the address to answer to, a mail to answer, or the link; ' +
      'false where only the sender’s address is known. Else null',
    null,
    NULLABLE,
  )
  verified!: boolean | null;
  @ApiProperty({ type: [AttachmentRecord], description: 'The pictures of a reply, decoded and encoded anew' })
  attachments!: AttachmentRecord[];
  @Shown(String, 'When it was written, or came, UTC', '2026-11-21 10:00:00.000') createdAt!: string;
  @Shown(String, 'When it was handed over, UTC; null unless it is sent', '2026-11-21 10:00:02.000', NULLABLE)
  sentAt!: string | null;
  @Shown(String, 'When a reply was read, UTC; null while it was not, and of what went out', null, NULLABLE) readAt!:
    | string
    | null;
  @Shown(String, 'Why the last attempt failed, a short code such as `recipient_refused`; null where it did not', null, NULLABLE)
  error!: string | null;
}

/** A link to be handed over. */
export class GuestLinkRecord {
  @Shown(String, 'Address of the page', 'https://lost.example.com/g/…') url!: string;
  @Shown(String, 'When the link ends, UTC', '2027-05-20 10:00:00.000') expiresAt!: string;
}

/** Recipients of messages about a record. */
export interface Contact {
  email: string | null;
  phoneNumber: string | null;
}

/** The place of each listed subject behind the version. A subject that is added takes a free one: identifiers are the same for ever. */
const PLACES: Readonly<Record<(typeof TO_PEOPLE)[keyof typeof TO_PEOPLE][number], number>> = {
  item: 0,
  request: 1,
  'item-other': 4,
  'item-reminder': 5,
};
const MOST_PLACES = 8;
/** That of replies, behind their own number. */
const REPLY = 6;

/** The public identifier of a message among those of its record. */
export function messageID({ version, subject }: Pick<MessageRow, 'version' | 'subject'>): number {
  return version * MOST_PLACES + PLACES[subject as keyof typeof PLACES];
}

/** The same of a reply. */
export function replyID(number: number): number {
  return number * MOST_PLACES + REPLY;
}

/** The number of the reply with an identifier; null where it is another message's. */
export function numberOfReply(id: number): number | null {
  return id % MOST_PLACES === REPLY ? Math.floor(id / MOST_PLACES) : null;
}

/** Messages and replies as one list, newest first. */
export function inOrder(...lists: readonly MessageRecord[][]): MessageRecord[] {
  const all = lists.flat();
  return all.sort((one, other) => (one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0));
}

/** The message of a repeated request as it is now. @throws NotFound when it was dropped */
export function stillListed(messages: readonly MessageRecord[], { ID }: { ID: number }): MessageRecord {
  const message = messages.find((one) => one.ID === ID);
  if (!message) throw new NotFound('The message');
  return message;
}

/** @throws DomainError `transition_not_allowed` for a record that has nobody any more whom a link could be handed to */
export function mayBeLinked(status: string): void {
  if (status !== 'anonymized') return;
  throw new DomainError('conflict', 'transition_not_allowed', 'What is anonymized has no page any more.');
}
