import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { reportsOf } from '../attempts/message-reports.js';
import { type MessageKey, type MessageKind, mailID, TO_PEOPLE } from '../message.js';
import type { DeliveryReport } from './mails/read-mail.js';
import { WhomItConcerns } from './whom-it-concerns.js';

const PEOPLE = [...TO_PEOPLE.item, ...TO_PEOPLE.request];

/** Takes reports that a mail could not be delivered (RFC 3464): the messages that went out with it failed. */
@Injectable()
export class DeliveryReports {
  constructor(
    private readonly database: Database,
    private readonly whom: WhomItConcerns,
    private readonly clock: Clock,
  ) {}

  /** @returns whether it is about a message */
  async take(groupID: number, { about, recipients }: DeliveryReport): Promise<boolean> {
    for (const id of about) {
      const found = await this.whom.byMail(groupID, id, recipients);
      if (!found) continue;
      await this.failed(found.message, id.slice(0, id.lastIndexOf('@')));
      return true;
    }
    return false;
  }

  private async failed(message: MessageKey, mail: string): Promise<void> {
    await this.database.inTransaction(async () => {
      const failed = await this.database.query(
        statement(sql<MessageKey & { kind: MessageKind }>`
          update messages set status = 'failed', error = 'recipient_refused'
          where group_id = ${message.group_id}::int and mail_id in (${mail}::text, ${mailID(message)}::text)
            and subject = ${anyOf(PEOPLE)} and channel = 'email' and status in ('sent', 'uncertain')
          returning group_id, subject, subject_id, version, kind`),
      );
      const closing = { status: 'failed', error: 'recipient_refused', channel: 'email', endedAt: this.clock.now() } as const;
      for (const one of failed) for (const report of reportsOf(one, closing)) await this.database.query(report);
    });
  }
}
