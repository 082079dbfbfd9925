import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, looseScan, type Statement, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** Days that a message waits for a channel to be configured; later it would tell its reader nothing new. */
const KEPT = 14;

/** Maximum held messages per Group, whatever it registers in the meantime. */
const MOST = 10_000;

/** Changes that sweeps and operators make to messages that nobody is sending. Each method returns how many it changed. */
@Injectable()
export class MessageUpkeep {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues unsent messages again, once the operator has fixed what prevented them from being sent: those that are `held` because no channel
   * was configured; with `failed` also those without retries left, except for mailboxes that do not exist. Outdated messages become
   * `obsolete` as usual; messages that may have arrived are never sent again.
   * @param groupID only this Group; all Groups when null
   */
  resume(groupID: number | null, failed: boolean): Promise<number> {
    return this.changed(
      statement(sql`
        update messages set status = 'waiting', error = null, step = 0, claimable_at = ${serviceTime(this.clock)}
        where (status = 'held' or (${failed}::boolean and status = 'failed' and not email_refused))
          and (${groupID}::int is null or group_id = ${groupID}::int)
        returning group_id`),
    );
  }

  /** Ends messages that wait in a copy of the database, as `obsolete`: owners and guests get them from the real one. */
  dropWaiting(): Promise<number> {
    return this.changed(
      statement(sql`
        update messages set status = 'obsolete', sending = false, claimable_at = null, lease_token = null
        where claimable_at is not null returning group_id`),
    );
  }

  /**
   * Deletes at most `limit` messages that have been `held` for 14 days since they were made, or that are not among the newest of their
   * Group, so that they do not pile up in a service without a mail server.
   * @param most maximum number kept per Group
   */
  dropHeld(limit: number, most = MOST): Promise<number> {
    return this.changed(
      statement(sql`
        with recursive ${looseScan('holder', sql`messages`, ['group_id'], sql`status = 'held'`)}, old as materialized (
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
  }

  /** Forgets failures that need nobody: the record is closed, or a later message went out. The work list is then quick to read. */
  settleFailures(limit: number): Promise<number> {
    return this.changed(
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
  }

  private async changed(change: Statement): Promise<number> {
    return (await this.database.query(change)).length;
  }
}
