import { Injectable } from '@nestjs/common';
import { AFTERWARDS, GuestLinks } from '#contexts/links';
import { type Created, created } from '#platform/http';
import { assertNoWebAddress, type Caller, recordTimestamp } from '#platform/kernel';
import { maskedEmail, maskedPhone } from '../read-model/masked.js';
import { MessageQueries, type MessageRow } from '../read-model/message.queries.js';
import { MessageTexts } from '../read-model/message-texts.js';
import type { AnsweredRecord } from '../replies/answered-record.js';
import { WritingLimit } from '../settings/writing-limit.js';
import { type Contact, type GuestLinkRecord, inOrder, type MessageRecord, mayBeLinked, messageID } from './message.records.js';
import { ReplyRecords } from './reply-records.js';

/** A record that the caller may see, with the contact that its owner or guest had at a time. */
interface Written extends AnsweredRecord {
  contactAt(): Promise<(at: Date) => Contact>;
}

/** The messages to and from the owner of an item or the guest of a Request (decisions.md, section 12, Messages). */
@Injectable()
export class RecordMessages {
  constructor(
    private readonly messages: MessageQueries,
    private readonly texts: MessageTexts,
    private readonly replies: ReplyRecords,
    private readonly limit: WritingLimit,
    private readonly links: GuestLinks,
  ) {}

  /** Newest first. */
  async list(about: Written) {
    const replies = await this.replies.of(about);
    return inOrder(await this.sent(about), replies);
  }

  /** Notes that a reply was read. @throws NotFound; DomainError `conflict` for a message that went out */
  read(about: Written, messageID: number) {
    return this.replies.read(about, messageID, () => this.sent(about));
  }

  /**
   * Writes a message, at most ten an hour.
   * @param command writes the text, or the last message again where it is null
   * @throws DomainError of the command, `limit_reached`, `not_allowed` for a web address that the caller may not send
   */
  async write(
    caller: Caller,
    { groupID, record, id }: AnsweredRecord,
    text: string | null | undefined,
    command: (text: string | null) => Promise<{ version: number; contact: Contact }>,
  ) {
    assertNoWebAddress(caller, 'text', text);
    await this.limit.count(groupID, record, id);
    const { version, contact } = await command(text ?? null);
    const rows = await this.messages.of(groupID, record, id, version);
    const [written] = await this.shown(record, rows, () => contact);
    return written!;
  }

  /**
   * A link to be handed over, which ends with the contact, or a while after storage or the Request.
   * @throws DomainError `transition_not_allowed`
   */
  link({ groupID, record, id }: AnsweredRecord, status: string, end: string, contact: Contact): Created<GuestLinkRecord> {
    mayBeLinked(status);
    const endsAt = new Date(end);
    const url = this.links.linkFor(groupID, record, id, endsAt, contact.email ?? contact.phoneNumber);
    const expiresAt = new Date(Math.floor((endsAt.getTime() + AFTERWARDS) / 1000) * 1000);
    return created(url, { url, expiresAt: recordTimestamp(expiresAt) });
  }

  private async sent({ groupID, record, id, contactAt }: Written) {
    const rows = await this.messages.of(groupID, record, id);
    return this.shown(record, rows, await contactAt());
  }

  /** Messages with what they say. @param contactAt the contact at a time: messages went to that one */
  private async shown(
    record: AnsweredRecord['record'],
    rows: readonly MessageRow[],
    contactAt: (at: Date) => Contact,
  ): Promise<MessageRecord[]> {
    const addressed = rows.map((row) => ({ row, ...recipientOf(row, contactAt(new Date(row.sent_at ?? row.created_at))) }));
    const said = await this.texts.of(record, addressed);
    return addressed.map(({ row, channel, to }, index) => ({
      ID: messageID(row),
      direction: 'out',
      kind: row.kind,
      channel,
      text: said[index]!,
      status: row.status,
      to,
      from: null,
      verified: null,
      attachments: [],
      createdAt: recordTimestamp(row.created_at),
      sentAt: row.sent_at && recordTimestamp(row.sent_at),
      readAt: null,
      error: row.error,
    }));
  }
}

function recipientOf({ subject, channel, email_refused }: MessageRow, { email, phoneNumber }: Contact) {
  const goesBySms = subject === 'item-other' || (phoneNumber !== null && (email === null || email_refused));
  const by = channel ?? (goesBySms ? 'sms' : 'email');
  return { channel: by, to: by === 'sms' ? phoneNumber && maskedPhone(phoneNumber) : email && maskedEmail(email) };
}
