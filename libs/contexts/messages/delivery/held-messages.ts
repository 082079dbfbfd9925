import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** Days that a message waits for a channel to be configured; later it would tell its reader nothing new. */
const KEPT = 14;

/** Maximum held messages per Group, whatever it registers in the meantime. */
const MOST = 10_000;

/** Drops messages that nobody has resumed, so that they do not pile up in a service without a mail server. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes at most `limit` messages that have been `held` for 14 days since they were made, or that are not among the newest of their Group.
   * @param most maximum number kept per Group
   * @returns how many were deleted
   */
  async drop(limit: number, most = MOST): Promise<number> {
    const dropped = await this.database.query(
      statement(sql`
        with recursive holder as (
          (select group_id from messages where status = 'held' order by group_id limit 1)
          union all
          select next.group_id from holder, lateral (
            select group_id from messages where status = 'held' and group_id > holder.group_id order by group_id limit 1
          ) next
        ), old as materialized (
          select m.* from holder, lateral (
            (select group_id, subject, subject_id, version from messages
              where group_id = holder.group_id and status = 'held'
                and created_at < ${serviceTime(this.clock)} - ${KEPT}::int * interval '1 day'
              order by created_at limit ${limit}::int)
            union
            (select group_id, subject, subject_id, version from messages
              where group_id = holder.group_id and status = 'held'
              order by created_at desc offset ${most}::int limit ${limit}::int)
          ) m limit ${limit}::int
        ), dropped as (
          delete from messages m using old
          where m.group_id = old.group_id and m.subject = old.subject and m.subject_id = old.subject_id and m.version = old.version
            and m.status = 'held'
          returning m.group_id, m.subject, m.subject_id, m.version
        ), attempts as (
          delete from message_attempts a using dropped d
          where a.group_id = d.group_id and a.subject = d.subject and a.subject_id = d.subject_id and a.version = d.version
        )
        select from dropped`),
    );
    return dropped.length;
  }
}
