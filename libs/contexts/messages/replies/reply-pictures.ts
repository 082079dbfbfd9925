import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { imageOwnerOf, type NamedImage } from '#contexts/records';
import { Database, type Statement, statement } from '#platform/database';
import { cleanImage, Images } from '#platform/images';
import { DomainError } from '#platform/kernel';
import type { AnsweredRecord, KeptPicture } from './answered-record.js';
import type { SentPicture } from './mails/read-mail.js';

/** Milliseconds for a picture, and pixels of bytes at most that are looked at. */
const MAX_TIME = 20_000;

/** Letters before the record's number in the names of pictures, by the kind of record. */
export const REPLY_PICTURES = { item: 'itemreply', request: 'requestreply' } as const;

/** A picture that was kept, and what it is called. */
interface Named extends KeptPicture {
  name: string;
}

/** Pictures that owners and guests send: decoded and encoded anew, as all are. */
@Injectable()
export class ReplyPictures {
  private readonly log = new Logger('Replies');

  constructor(
    private readonly database: Database,
    private readonly images: Images,
  ) {}

  /** Keeps what are pictures; all else is left out. @throws StorageUnavailable */
  async keep(about: AnsweredRecord, sent: readonly SentPicture[]): Promise<Named[]> {
    const kept: Named[] = [];
    for (const { name, bytes } of sent) {
      const image = await this.cleaned(bytes);
      if (!image) continue;
      const url = await this.images.keep(ownerOf(about), { ...image, print: null });
      kept.push({ url, name, type: image.contentType, size: image.bytes.length });
    }
    return kept;
  }

  /** Removes pictures that no reply names. @throws StorageUnavailable */
  async remove(about: AnsweredRecord, pictures: readonly KeptPicture[]): Promise<void> {
    for (const { url } of pictures) await this.images.remove(ownerOf(about), url);
  }

  /** Removes the pictures of erased replies, and then what is left of these. @returns how many */
  async forget(limit: number): Promise<number> {
    const rows = await this.database.query(
      statement(sql<{
        group_id: number;
        mail: Buffer;
        record: AnsweredRecord['record'];
        record_id: number;
        attachments: KeptPicture[];
      }>`
        select group_id, mail, record, record_id, attachments from replies where erased order by group_id, mail limit ${limit}::int`),
    );
    for (const { group_id: groupID, mail, record, record_id: id, attachments } of rows) {
      await this.remove({ groupID, record, id }, attachments);
      await this.database.query(statement(sql`delete from replies where group_id = ${groupID}::int and mail = ${mail}::bytea`));
    }
    return rows.length;
  }

  private async cleaned(bytes: Uint8Array) {
    try {
      return await cleanImage(bytes, { owner: 'replies', isLast: true, signal: AbortSignal.timeout(MAX_TIME) });
    } catch (error) {
      if (error instanceof DomainError) this.log.warn(`A picture in a reply was left out: ${error.message}`);
      return null;
    }
  }
}

/** The owner of the pictures of a record's replies. */
export function ownerOf({ groupID, record, id }: AnsweredRecord) {
  return imageOwnerOf({ imagePrefix: REPLY_PICTURES[record] }, groupID, id);
}

/** The names of pictures that replies refer to. */
export function replyPicturesInUse(record: AnsweredRecord['record'], images: readonly NamedImage[]): Statement<{ name: string }> {
  return statement(sql<{ name: string }>`
    select f.name from json_to_recordset(${JSON.stringify(images)}::json) as f("groupID" bigint, id bigint, name text)
    join replies r on r.group_id = f."groupID" and r.record = ${record}::text and r.record_id = f.id
    where position(f.name in r.attachments::text) > 0`);
}
