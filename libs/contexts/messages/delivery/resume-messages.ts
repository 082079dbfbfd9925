import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** Queues unsent messages again, once the operator has fixed what prevented them from being sent. */
@Injectable()
export class ResumeMessages {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Resumes messages that are `held` because no channel was configured; with `failed` also those whose retries ran out, except for
   * mailboxes that do not exist. Outdated messages become `obsolete` as usual; messages that may have arrived are never sent again.
   * @param groupID only this Group; all Groups when null
   * @returns how many messages were queued
   */
  async resume(groupID: number | null, failed: boolean): Promise<number> {
    const resumed = await this.database.query(
      statement(sql`
        update messages set status = 'waiting', error = null, step = 0, claimable_at = ${serviceTime(this.clock)}
        where (status = 'held' or (${failed}::boolean and status = 'failed' and not email_refused))
          and (${groupID}::int is null or group_id = ${groupID}::int)
        returning group_id`),
    );
    return resumed.length;
  }
}
