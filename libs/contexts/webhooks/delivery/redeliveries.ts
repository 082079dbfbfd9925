import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { BY_KEY, Database, type Statement, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { firstIdOf, lastIdOf } from '../domain/event-id.js';
import { laneOf } from '../domain/lane-name.js';
import { NO_RETRIES } from '../domain/retry-schedule.js';

/** The events that are redelivered. */
export interface RedeliveryRange {
  startDate?: Date;
  endDate?: Date;
  status: 'success' | 'failed';
  type?: string;
  endpointID?: number;
}

/** Maximum events of each lane handled at once; more would take longer than a statement may, and hold up others. */
const AT_ONCE = 200;

/** Maximum lanes handled at once. */
const LANES = 20;

/**
 * Redelivers ranges of events, however long: each lane's range is written down, its first events are due with that, and the rest bit by
 * bit by the worker. A lane that sends nothing any more is passed over.
 */
@Injectable()
export class Redeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Begins to redeliver the events of a Group that stand in the range now, where they would be sent. @returns how many */
  async begin(groupID: number, range: RedeliveryRange): Promise<number> {
    const [, counted] = await this.inOwnTransaction(
      beginning(groupID, range),
      this.nextBatch(sql`where group_id = ${groupID}::int`),
    );
    return (counted![0] as { count: number }).count;
  }

  /** Redelivers the next events of ranges of all Groups. @returns whether any range remains */
  async continueRanges(): Promise<boolean> {
    const [, ranges] = await this.inOwnTransaction(this.nextBatch(sql`order by random()`));
    return ranges!.length > 0;
  }

  /** In a transaction of its own: counting a long range, or writing many rows, must not hold up what others commit. */
  private inOwnTransaction(...statements: Statement[]): Promise<Record<string, unknown>[][]> {
    return this.database.inTransaction(() => this.database.batch([BY_KEY, ...statements]));
  }

  /** Redelivers the next events of some ranges, and drops the ranges that are done. @returns those that were not done before */
  private nextBatch(which: RawBuilder<unknown>): Statement {
    return statement(sql`
      with range as materialized (
        select * from webhook_redeliveries ${which} limit ${LANES}::int for update skip locked
      ), next as materialized (
        select range.group_id, range.id as range_id, d.id, coalesce(range.event = coalesce(d.event, d.kind), true) as wanted
        from range, lateral (${this.nextOf('failed')} union all ${this.nextOf('success')}) d
      ), due_again as (
        update webhook_deliveries d set ${this.dueAgain()}
        from next where d.group_id = next.group_id and d.id = next.id and next.wanted
      ), reached as materialized (
        select range.group_id, range.id, count(next.id) as count, (array_agg(next.id order by next.id desc))[1] as last
        from range left join next on next.group_id = range.group_id and next.range_id = range.id
        group by range.group_id, range.id
      ), moved as (
        update webhook_redeliveries r set after_id = reached.last from reached
        where r.group_id = reached.group_id and r.id = reached.id and reached.count = ${AT_ONCE}::int
      ), done as (
        delete from webhook_redeliveries r using reached
        where r.group_id = reached.group_id and r.id = reached.id and reached.count < ${AT_ONCE}::int
      )
      select id from reached`);
  }

  /** The next events of a range of one status, by the index of that status; none where the lane sends nothing. */
  private nextOf(status: RedeliveryRange['status']): RawBuilder<unknown> {
    return sql`(
      select d.id, d.event, d.kind from webhook_deliveries d
      where range.status = ${sql.lit(status)} and d.group_id = range.group_id and d.kind = range.kind and d.status = ${sql.lit(status)}
        and d.location_id is not null and d.id > range.after_id and d.id <= range.last_id
        and range.kind in (${sendingLanes(sql`range.group_id`)})
      order by d.id limit ${AT_ONCE}::int)`;
  }

  /** Assignments that make a delivery `d` due again: its retries restart, but a ping has none. A leased one is due after its attempt. */
  dueAgain(): RawBuilder<unknown> {
    const now = serviceTime(this.clock);
    return sql`redelivery = true, step = case when d.location_id is null then ${NO_RETRIES}::int else 0 end, next_attempt_at = ${now},
      claimable_at = case when d.lease_token is null then ${now} else d.claimable_at end`;
  }
}

/** Counts the events of a range, and writes down each lane's part of it. */
function beginning(groupID: number, { startDate, endDate, status, type, endpointID }: RedeliveryRange): Statement {
  const [group, event] = [sql`${groupID}::int`, sql`${type ?? null}::text`];
  const only = endpointID === undefined ? null : laneOf(endpointID);
  const [after, last] = [sql`${firstIdOf(startDate ?? new Date(0))}::uuid`, sql`${lastIdOf(endDate ?? FAR)}::uuid`];
  const meant = sql`webhook_deliveries d
    where d.group_id = ${group} and d.kind = lane.kind and d.status = ${sql.lit(status)} and d.location_id is not null
      and d.id > ${after} and d.id <= ${last} and (${event} is null or coalesce(d.event, d.kind) = ${event})`;
  // The range ends with the last event there is now: one that comes to stand in it later was not meant, and could come for ever.
  return statement(sql`
    with lane as (${sendingLanes(group)}), counted as materialized (
      select lane.kind, (select count(*) from ${meant})::int as count, (select d.id from ${meant} order by d.id desc limit 1) as last_id
      from lane where ${only}::text is null or lane.kind = ${only}::text
    ), begun as (
      insert into webhook_redeliveries (group_id, id, kind, status, event, after_id, last_id)
      select ${group}, gen_random_uuid(), kind, ${status}::text, ${event}, ${after}, last_id from counted where count > 0
    )
    select coalesce(sum(count), 0)::int as count from counted`);
}

/** The lanes of a Group that send. */
function sendingLanes(groupID: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select e.kind from webhook_endpoints e where e.group_id = ${groupID} and e.enabled and e.url is not null
    union all
    select 'endpoint:' || e.id from webhook_event_endpoints e where e.group_id = ${groupID} and e.enabled`;
}

const FAR = new Date('9999-12-31T23:59:59.999Z');
