import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { itemSubject } from '#contexts/items';
import { writeDeliveries } from '#contexts/webhooks';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { type AnsweredRecord, type KeptPicture, oneAtATime } from './answered-record.js';
import { type Said, SealedReplies } from './sealed-replies.js';

/** The most replies that are listed of a record. */
const MOST = 1_000;

/** The records that replies are about. */
const REFERENCES = { item: sql`item_references`, request: sql`request_references` };

/** A reply that is to be kept. */
export interface NewReply extends Said {
  about: AnsweredRecord;
  locationID: string;
  /** Tells its mail from all others. */
  mail: Buffer;
  verified: boolean;
  pictures: KeptPicture[];
}

/** A reply as it is listed. */
export interface ReplyRow {
  group_id: number;
  mail: Uint8Array;
  number: number;
  received_at: string;
  verified: boolean;
  sealed: Uint8Array;
  attachments: KeptPicture[];
  read_at: string | null;
}

/** The replies of owners and guests, in PostgreSQL. */
@Injectable()
export class ReplyStore {
  constructor(
    private readonly database: Database,
    private readonly sealed: SealedReplies,
    private readonly clock: Clock,
  ) {}

  /** Whether the mail was taken. */
  async has(groupID: number, mail: Buffer): Promise<boolean> {
    const found = statement(sql`select from replies where group_id = ${groupID}::int and mail = ${mail}::bytea`);
    return (await this.database.query(found)).length > 0;
  }

  /**
   * Keeps a reply, and has endpoints told of one about an item.
   * @returns its number; null where its mail was taken already, or its record is gone meanwhile
   */
  async add({ about, locationID, mail, verified, pictures, ...said }: NewReply): Promise<number | null> {
    const { groupID, record, id } = about;
    const at = this.clock.now();
    const sealed = this.sealed.seal({ group_id: groupID, mail }, said);
    return this.database.inTransaction(async () => {
      // Replies to one record are written one after the other, for their numbers, and none behind its erasure.
      await this.database.query(oneAtATime(about));
      const kept = await this.database.queryOne(
        statement(sql<{ number: number }>`
          insert into replies (group_id, mail, record, record_id, number, location_id, received_at, verified, sealed, attachments)
          select ${groupID}::int, ${mail}::bytea, ${record}::text, ${id}::int, coalesce(max(number), 0) + 1, ${locationID}::text,
            ${at.toISOString()}::timestamptz, ${verified}::boolean, ${sealed}::bytea, ${JSON.stringify(pictures)}::json
          from replies where group_id = ${groupID}::int and record = ${record}::text and record_id = ${id}::int
          having exists (select from ${REFERENCES[record]} r where r.group_id = ${groupID}::int and r.id = ${id}::int
            and r.status not in ('deleted', 'anonymized'))
          on conflict (group_id, mail) do nothing
          returning number`),
      );
      if (!kept) return null;
      if (record === 'item') {
        const message = { kind: 'reply', channel: 'email', status: null, direction: 'in' };
        const cause = { groupID, id, source: `reply/${kept.number}`, at: at.toISOString() };
        await this.database.query(writeDeliveries(itemSubject, cause, null, [{ type: 'item.message', message }]));
      }
      return kept.number;
    });
  }

  /** The replies about a record, newest first. @param number only this one */
  of({ groupID, record, id }: AnsweredRecord, number: number | null = null): Promise<ReplyRow[]> {
    return this.database.query(
      statement(sql<ReplyRow>`
        select group_id, mail, number, received_at, verified, sealed, attachments, read_at from replies
        where group_id = ${groupID}::int and record = ${record}::text and record_id = ${id}::int and not erased
          and (${number}::int is null or number = ${number}::int)
        order by received_at desc, number desc limit ${MOST}::int`),
    );
  }

  /** Notes that a reply was read, once. */
  async read({ groupID, record, id }: AnsweredRecord, number: number): Promise<void> {
    await this.database.query(
      statement(sql`
        update replies set read_at = ${serviceTime(this.clock)}
        where group_id = ${groupID}::int and record = ${record}::text and record_id = ${id}::int and number = ${number}::int
          and read_at is null`),
    );
  }
}
