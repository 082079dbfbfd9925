import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { DEFAULT_REMINDER_DAYS } from '#contexts/guest-settings';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';

/** The whole of what is to come is looked at this often, in milliseconds; in between only what has come since the last look. */
const WHOLE = 60 * 60_000;
/** Late commits are found by looking this far back, in milliseconds. */
const OVERLAP = 10 * 60_000;
/** Versions of reminders: that of the message that told of the find, and behind it the days, the last reminder being the latest. */
const STEP = 4096;

/**
 * The message about the Request told the guest of a match, but its version is not the item's. The one behind the earlier reminders stands
 * for it, and is less than that of any later message about the item.
 */
const MATCHED = sql`
  select (
      select coalesce(max(r.version) / ${STEP}::int, 0) + 1 from messages r
      where r.group_id = i.group_id and r.subject = 'item-reminder' and r.subject_id = i.id and r.created_at < m.created_at
    ) as base, m.created_at
  from messages m
  where m.group_id = i.group_id and m.subject = 'request' and m.subject_id = i.request_id and m.kind = 'request-resolved'
  order by m.version desc limit 1`;

/** Writes reminders of items with storage that ends soon (decisions.md, section 12, Told in time). */
@Injectable()
export class Reminders {
  private whole = 0;
  private last = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes at most `limit` reminders, one for each message that told of the find: the latest of several that are due, and none that was
   * past when the owner was told. @returns how many
   */
  async write(limit: number): Promise<number> {
    const started = this.clock.now().getTime();
    const isWhole = started - this.whole >= WHOLE;
    const since = isWhole ? null : new Date(this.last - OVERLAP).toISOString();
    const now = serviceTime(this.clock);
    const written = await this.database.query(
      statement(sql`
        with days as materialized (
          select distinct value::int as day from (
            select json_array_elements_text(reminder_days) as value from guest_notices
            union select unnest(${DEFAULT_REMINDER_DAYS}::int[])::text
          ) known
        ), due as (
          select i.group_id, i.id, i.location_id, told.base * ${STEP}::int + ${STEP}::int - 1 - days.day as version
          from days
          join item_contacts i on i.status = 'waiting-response' and i.ends_at > ${now}
            and i.ends_at > coalesce(${since}::timestamptz + days.day * interval '1 day', '-infinity')
            and i.ends_at <= ${now} + days.day * interval '1 day'
          cross join lateral (
            select coalesce(
              (select array(select json_array_elements_text(reminder_days)::int) from guest_notices n
                where n.group_id = i.group_id and n.location_id = i.location_id),
              (select array(select json_array_elements_text(reminder_days)::int) from guest_notices n
                where n.group_id = i.group_id and n.location_id = ''),
              ${DEFAULT_REMINDER_DAYS}::int[]) as days
          ) wanted
          cross join lateral (
            select one.base, one.created_at from (
              (select m.version as base, m.created_at from messages m
                where m.group_id = i.group_id and m.subject = 'item' and m.subject_id = i.id and m.kind = 'item-found'
                order by m.version desc limit 1)
              union all (${MATCHED})
            ) one order by one.created_at desc limit 1
          ) told
          where days.day = any (wanted.days)
            and not exists (select from unnest(wanted.days) later where later < days.day and i.ends_at <= ${now} + later * interval '1 day')
            and i.ends_at - days.day * interval '1 day' > told.created_at
            and not exists (
              select from messages r where r.group_id = i.group_id and r.subject = 'item-reminder' and r.subject_id = i.id
                and r.version >= told.base * ${STEP}::int + ${STEP}::int - 1 - days.day)
          limit ${limit}::int
        )
        insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at)
        select group_id, 'item-reminder', id, version, 'item-reminder', location_id, ${now}, ${now} from due
        on conflict do nothing returning group_id`),
    );
    if (written.length < limit) {
      this.last = started;
      if (isWhole) this.whole = started;
    }
    return written.length;
  }
}
