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

  /** A mail that came to a connection's mailbox. @returns whether it belongs to somebody. @throws StorageUnavailable */
  async take({ groupID, locationIDs, settings }: OpenConnection, bytes: Buffer): Promise<boolean> {
    const mail = await mailIn(bytes);
    if (!mail) return false;
    if (mail.report) return this.reports.take(groupID, mail.report);
    // A mail that the hotel itself sends is no answer.
    if (mail.isAutomatic || mail.from === String(settings.address).toLowerCase()) return false;
    const concerned = await this.whom.of(groupID, locationIDs, mail);
    if (!concerned) return false;
    const name = nameOf(mail, bytes);
    if (await this.store.has(groupID, name)) return true;
    if (!(await this.hasRoom(concerned))) {
      this.log.warn(
        `A mail about ${concerned.record} ${concerned.id} was left in the mailbox: too many have come within an hour.`,
      );
      return false;
    }
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
    if (!(await this.hasRoom(about))) throw new RateLimited(HOUR, 'guests');
    const pictures = image ? [{ name: `photo.${image.extension}`, bytes: image.bytes }] : [];
    await this.keep({ ...about, locationID }, { mail: key, from, text, verified: true }, pictures);
  }

  private async hasRoom({ groupID, record, id }: AnsweredRecord): Promise<boolean> {
    return (await this.counters.raise(`replies/${groupID}/${record}/${id}`, 1, HOUR)).points <= MOST;
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
