import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';

/** Forgets failures that nobody need see to any more: the record is closed, or a later message went out. The work list is then short to read. */
@Injectable()
export class SettleFailures {
  constructor(private readonly database: Database) {}

  /** @returns how many */
  async settle(limit: number): Promise<number> {
    const settled = await this.database.query(
      statement(sql`
        update messages m set settled = true from (
          select f.group_id, f.subject, f.subject_id, f.version from messages f
          where f.status = 'failed' and not f.settled and not exists (
            select from failed_messages v
            where v.group_id = f.group_id and v.subject = f.subject and v.id = f.subject_id and v.version = f.version
          )
          limit ${limit}::int for update of f skip locked
        ) done
        where m.group_id = done.group_id and m.subject = done.subject and m.subject_id = done.subject_id and m.version = done.version
        returning m.subject_id`),
    );
    return settled.length;
  }
}
