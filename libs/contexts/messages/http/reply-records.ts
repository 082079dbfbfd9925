import { Injectable } from '@nestjs/common';
import { passingAddress } from '#platform/images';
import { DomainError, NotFound, recordTimestamp } from '#platform/kernel';
import { maskedEmail, maskedPhone } from '../read-model/masked.js';
import type { AnsweredRecord } from '../replies/answered-record.js';
import { ownerOf } from '../replies/reply-pictures.js';
import { type ReplyRow, ReplyStore } from '../replies/reply-store.js';
import { SealedReplies } from '../replies/sealed-replies.js';
import { MessageRecord, numberOfReply, replyID } from './message.records.js';

/** A reply as a person's own data. */
export interface KnownReply {
  receivedAt: string;
  from: string | null;
  text: string;
  attachments: string[];
}

/** Shows replies among the messages of their record. */
@Injectable()
export class ReplyRecords {
  constructor(
    private readonly store: ReplyStore,
    private readonly sealed: SealedReplies,
  ) {}

  /** Newest first. */
  async of(about: AnsweredRecord): Promise<MessageRecord[]> {
    return (await this.store.of(about)).map((row) => this.shown(about, row));
  }

  /** Notes that one was read, once. @throws NotFound; DomainError `conflict` for one that went out */
  async read(about: AnsweredRecord, messageID: number, sent: () => Promise<readonly MessageRecord[]>): Promise<MessageRecord> {
    const number = numberOfReply(messageID);
    if (number === null) {
      if ((await sent()).every(({ ID }) => ID !== messageID)) throw new NotFound('The message');
      throw new DomainError('conflict', 'conflict', 'Only what came in is read.');
    }
    await this.store.read(about, number);
    const [row] = await this.store.of(about, number);
    if (!row) throw new NotFound('The message');
    return this.shown(about, row);
  }

  /** The replies that a person wrote about a record, for the person. */
  async known(about: AnsweredRecord): Promise<KnownReply[]> {
    return (await this.store.of(about)).map((row) => {
      const { from, text, names } = this.sealed.open(row, row.sealed);
      return { receivedAt: recordTimestamp(row.received_at), from, text, attachments: names };
    });
  }

  private shown(about: AnsweredRecord, row: ReplyRow): MessageRecord {
    const { from, text, names } = this.sealed.open(row, row.sealed);
    return {
      ID: replyID(row.number),
      direction: 'in',
      kind: 'reply',
      channel: 'email',
      text,
      status: null,
      to: null,
      from: from && (from.includes('@') ? maskedEmail(from) : maskedPhone(from)),
      verified: row.verified,
      attachments: row.attachments.map(({ url, type, size }, index) => ({
        ID: index + 1,
        name: names[index] ?? '',
        type,
        size,
        url: passingAddress(ownerOf(about), url),
      })),
      createdAt: recordTimestamp(row.received_at),
      sentAt: null,
      readAt: row.read_at && recordTimestamp(row.read_at),
      error: null,
    };
  }
}
