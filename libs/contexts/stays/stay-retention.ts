import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** Days after departure that a stay is found, and that it is kept (decisions.md, section 13, Stays). */
export const FOUND = 7;
const KEPT = 30;

/** Deletes stays that are of no use any more. */
@Injectable()
export class StayRetention {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Erases stays that ended long ago, of all Groups. @param limit how many at most. @returns how many */
  async forget(limit: number): Promise<number> {
    const forgotten = await this.database.query(
      statement(sql`delete from stays where (group_id, location_id, external_id) in (
        select group_id, location_id, external_id from stays
        where departure_date < ${keptFrom(this.clock.now())}::text order by departure_date limit ${limit}::int)
        returning group_id`),
    );
    return forgotten.length;
  }

  /**
   * Erases stays of guests who have not arrived, where the connection is switched off or deleted: nobody would tell what becomes of them.
   * The others go as above. @param limit how many at most @returns how many
   */
  async forgetUnread(limit: number): Promise<number> {
    const forgotten = await this.database.query(
      statement(sql`delete from stays where (group_id, location_id, external_id) in (
        select group_id, location_id, external_id from stays
        where connection_id is not null and arrival_date > ${daysBefore(0, this.clock.now())}::text and not exists (
          select 1 from enabled_connections e where e.group_id = stays.group_id and e.id = stays.connection_id)
        limit ${limit}::int)
        returning group_id`),
    );
    return forgotten.length;
  }
}

/** The first day of departure of stays that are kept. */
export function keptFrom(now: Date): string {
  return daysBefore(KEPT, now);
}

/** The first day of departure of stays that may still be looked for, wherever the hotel is. */
export function foundFrom(now: Date): string {
  return daysBefore(FOUND + 1, now);
}

/** The day `days` days before a moment, UTC, as `YYYY-MM-DD`. */
export function daysBefore(days: number, moment: Date): string {
  return new Date(moment.getTime() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
