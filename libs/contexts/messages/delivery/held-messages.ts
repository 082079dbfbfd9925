import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** Days that a message waits for a channel to be configured; later it would tell its reader nothing new. */
const KEPT = 14;

/** Drops messages that nobody has resumed, so that they do not pile up in a service without a mail server. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Deletes at most `limit` messages that have been `held` for 14 days since they were made. @returns how many */
  async drop(limit: number): Promise<number> {
    const dropped = await this.database.query(
      statement(sql`
        delete from messages using (
          select group_id, subject, subject_id, version from messages
          where status = 'held' and created_at < ${serviceTime(this.clock)} - ${KEPT}::int * interval '1 day'
          limit ${limit}::int
        ) old
        where messages.group_id = old.group_id and messages.subject = old.subject and messages.subject_id = old.subject_id
          and messages.version = old.version and messages.status = 'held'
        returning messages.group_id`),
    );
    return dropped.length;
  }
}
