import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { OpenConnection } from '#contexts/connections';
import { RateLimited } from '#platform/http';
import type { CleanImage } from '#platform/images';
import { Counters } from '#platform/limits';
import type { AnsweredRecord } from './answered-record.js';
import { DeliveryReports } from './delivery-reports.js';
import { mailIn } from './mails/mails.js';
import type { ReadMail, SentPicture } from './mails/read-mail.js';
import { ReplyPictures } from './reply-pictures.js';
import { type NewReply, ReplyStore } from './reply-store.js';
import { type Concerned, WhomItConcerns } from './whom-it-concerns.js';

/** How much is taken for one record within an hour: nobody fills it, however many mails they send. */
const MOST = 60;
const HOUR = 60 * 60;

/** A reply as it was written on a page. */
interface Written {
  /** The contact that is known; null without one. */
  from: string | null;
  text: string;
  image: CleanImage | null;
  /** Tells it from all others: it is taken once. */
  key: Buffer;
}

/** Takes what owners and guests answer, by mail or on their page. */
@Injectable()
export class Replies {
  private readonly log = new Logger('Replies');

  constructor(
    private readonly whom: WhomItConcerns,
    private readonly store: ReplyStore,
    private readonly pictures: ReplyPictures,
    private readonly reports: DeliveryReports,
    private readonly counters: Counters,
  ) {}

  /** Whether a mail may belong to somebody, by its headers alone. */
  async mayTake(connection: OpenConnection, head: Buffer): Promise<boolean> {
    const mail = await mailIn(head);
    return mail !== null && (mail.isReport || (await this.whomOf(connection, mail)) !== null);
  }

  /**
   * A mail that came to a connection's mailbox, or was handed over.
   * @returns whether it belongs to somebody
   * @throws RateLimited where its record has had too many within an hour; MailTooMuch; StorageUnavailable
   */
  async take(connection: OpenConnection, bytes: Buffer): Promise<boolean> {
    const { groupID } = connection;
    const mail = await mailIn(bytes);
    if (!mail) return false;
    if (mail.isReport) return mail.report !== null && this.reports.take(groupID, mail.report);
    const concerned = await this.whomOf(connection, mail);
    if (!concerned) return false;
    const name = nameOf(mail, bytes);
    if (await this.store.has(groupID, name)) return true;
    await this.assertRoom(concerned);
    const { from, text } = mail;
    await this.keep(concerned, { mail: name, from, text, verified: concerned.verified }, mail.pictures);
    return true;
  }

  /**
   * Takes what an owner or guest wrote on the page of a record.
   * @throws RateLimited; StorageUnavailable
   */
  async write(about: AnsweredRecord, locationID: string, given: Written): Promise<void> {
    const { from, text, image, key } = given;
    if (await this.store.has(about.groupID, key)) return;
    await this.assertRoom(about);
    const pictures = image ? [{ name: `photo.${image.extension}`, bytes: image.bytes }] : [];
    await this.keep({ ...about, locationID }, { mail: key, from, text, verified: true }, pictures);
  }

  /** The record that a mail is about; null where nobody wrote it, or the hotel itself. */
  private async whomOf({ groupID, locationIDs, settings }: OpenConnection, mail: ReadMail): Promise<Concerned | null> {
    if (mail.isAutomatic || mail.from === String(settings.address).toLowerCase()) return null;
    return this.whom.of(groupID, locationIDs, mail);
  }

  /** @throws RateLimited */
  private async assertRoom({ groupID, record, id }: AnsweredRecord): Promise<void> {
    const { points, resets } = await this.counters.raise(`replies/${groupID}/${record}/${id}`, 1, HOUR);
    if (points <= MOST) return;
    if (points === MOST + 1)
      this.log.warn(`More replies than ${MOST} have come within an hour about ${record} ${id} of ${groupID}.`);
    throw new RateLimited(resets / 1000, 'guests');
  }

  /** Pictures are stored before the transaction; where a mail was taken meanwhile, or its record erased, they are removed. */
  private async keep(
    { groupID, record, id, locationID }: Omit<Concerned, 'email' | 'verified'>,
    said: Pick<NewReply, 'mail' | 'from' | 'text' | 'verified'>,
    sent: readonly SentPicture[],
  ): Promise<void> {
    const about = { groupID, record, id };
    const kept = await this.pictures.keep(about, sent);
    const pictures = kept.map(({ url, type, size }) => ({ url, type, size }));
    const number = await this.store.add({ about, locationID, ...said, names: kept.map(({ name }) => name), pictures });
    if (number === null) await this.pictures.remove(about, pictures);
  }
}

/** Tells a mail from all others, by its `Message-ID`; of one that has none by what it is. */
function nameOf({ messageID }: ReadMail, bytes: Buffer): Buffer {
  return createHash('sha256')
    .update(messageID ?? bytes)
    .digest();
}
