import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, literals, statement } from '#platform/database';
import type { MessageKey } from '../message.js';
import { type AnsweredRecord, recordOf } from './answered-record.js';
import type { ReadMail } from './mails/read-mail.js';
import { ReplyTokens } from './reply-tokens.js';

/** The record that a mail is about. */
export interface Concerned extends AnsweredRecord {
  locationID: string;
  /** Its owner's or guest's address; null without one. */
  email: string | null;
  verified: boolean;
}

interface Row {
  record: AnsweredRecord['record'];
  id: number;
  location_id: string;
  email: string | null;
}

/** The statuses of what is over: nobody writes about it without saying so. */
const OVER = {
  item: ['left-behind', 'finished', 'expired', 'wrong-owner', 'deleted', 'anonymized'],
  request: ['resolved', 'not-found', 'expired', 'deleted', 'anonymized'],
} as const;
const GONE = ['deleted', 'anonymized'] as const;

/** The contacts of records, of either kind. */
const CONTACTS = {
  item: sql`select 'item'::text as record, id, location_id, email from item_contacts`,
  request: sql`select 'request'::text as record, id, location_id, email from request_contacts`,
};

/** Finds the item or Request that a mail is about (decisions.md, section 14, Replies). */
@Injectable()
export class WhomItConcerns {
  constructor(
    private readonly database: Database,
    private readonly tokens: ReplyTokens,
  ) {}

  /**
   * By the address that the mail came to, else by the mails that it answers, else by its sender's.
   * @param locationIDs those of the connection; null: all
   */
  async of(groupID: number, locationIDs: readonly string[] | null, mail: ReadMail): Promise<Concerned | null> {
    const addressed = this.tokens.recordIn(mail.to);
    const byToken = addressed?.groupID === groupID ? await this.known(addressed) : null;
    if (byToken) return byToken;
    for (const id of mail.answers) {
      const answered = await this.byMail(groupID, id, mail.from === null ? [] : [mail.from]);
      if (answered) return answered.concerned;
    }
    return mail.from === null ? null : this.byAddress(groupID, locationIDs, mail.from);
  }

  /**
   * The message that a `Message-ID` is of, and its record. One that anybody can guess, as those were before there was a connection, counts
   * where these addresses are known there.
   */
  async byMail(
    groupID: number,
    id: string,
    addresses: readonly string[],
  ): Promise<{ message: MessageKey; concerned: Concerned } | null> {
    const found = this.tokens.messageIn(id);
    if (!found || found.message.group_id !== groupID) return null;
    const concerned = await this.known(recordOf(found.message));
    if (!concerned) return null;
    const isKnown = addresses.some((address) => address === concerned.email?.toLowerCase());
    return found.isCertain || isKnown ? { message: found.message, concerned } : null;
  }

  /** A record that is there, and whose data is not erased. */
  async known({ groupID, record, id }: AnsweredRecord): Promise<Concerned | null> {
    const row = await this.database.queryOne(
      statement(sql<Row>`
        ${CONTACTS[record]} where group_id = ${groupID}::int and id = ${id}::int and status not in ${literals(GONE)}`),
    );
    return row && concernedIn(groupID, row, true);
  }

  /** The only one under way with this address, if there is but one. */
  private async byAddress(groupID: number, locationIDs: readonly string[] | null, address: string): Promise<Concerned | null> {
    const of = (record: AnsweredRecord['record']) => sql`
      (${CONTACTS[record]} where group_id = ${groupID}::int and lower(email) = lower(${address}::text)
          and status not in ${literals(OVER[record])}
          and (${locationIDs}::text[] is null or location_id = any(${locationIDs}::text[])) limit 2)`;
    const rows = await this.database.query(statement(sql<Row>`${of('item')} union all ${of('request')}`));
    return rows.length === 1 ? concernedIn(groupID, rows[0]!, false) : null;
  }
}

function concernedIn(groupID: number, { record, id, location_id: locationID, email }: Row, verified: boolean): Concerned {
  return { groupID, record, id, locationID, email, verified };
}
