import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** Lets messages that ended unsent wait again, once the operator has mended what kept them. */
@Injectable()
export class ResumeMessages {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Those that were `held` for want of a way out; with `failed` also those that no mail server or gateway took in time, mailboxes that
   * don't exist aside. What is out of date by now becomes `obsolete` as always; what may have arrived is never sent again.
   * @param groupID only of this Group; of all when null
   * @returns how many wait again
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
