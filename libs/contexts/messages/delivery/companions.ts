import { sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import type { LeasedRows } from '#platform/leases';
import { CLAIMED, type ClaimedMessage } from '../attempts/claimed.js';
import type { MessageKey } from '../message.js';

/** The most messages that go out as one. */
const TOGETHER = 50;

/** How many waiting messages of a Location are looked through for a phone number, which has no index. */
const LOOKED_THROUGH = 1_000;

/**
 * Leases what goes out as one with what a worker leased in the same transaction: with a find the others of the same owner at the same
 * Location, due or not, and with news for a desk what else is due for it.
 */
export function claimingCompanions(rows: LeasedRows<MessageKey>, token: string): Statement<ClaimedMessage> {
  // Stored times have milliseconds, those of PostgreSQL's clock microseconds.
  return statement(sql<ClaimedMessage>`
    with led as (
      select m.group_id, m.location_id, m.kind, lower(c.email) as email, c.phone_number
      from messages m left join item_contacts c on m.subject = 'item' and c.group_id = m.group_id and c.id = m.subject_id
      where m.lease_token = ${token}::uuid and m.taken_at = ${rows.now}::timestamptz(3) and m.kind in ('item-found', 'desk-news')
        and m.claimable_at is not null
    ), others as materialized (
      select s.group_id, s.subject, s.subject_id, s.version from led cross join lateral (
        select c.id from item_contacts c
        where c.group_id = led.group_id and lower(c.email) = led.email and c.location_id = led.location_id
          and c.status = 'waiting-response'
        order by c.id desc limit ${TOGETHER}::int
      ) c join messages s on s.group_id = led.group_id and s.subject = 'item' and s.subject_id = c.id and s.kind = 'item-found'
      where led.kind = 'item-found' and s.claimable_at is not null
      union
      select s.group_id, s.subject, s.subject_id, s.version from led cross join lateral (
        select n.* from (
          select * from messages
          where group_id = led.group_id and location_id = led.location_id and claimable_at is not null and kind = 'item-found'
          order by claimable_at limit ${LOOKED_THROUGH}::int
        ) n join item_contacts c on n.subject = 'item' and c.group_id = n.group_id and c.id = n.subject_id
        where c.email is null and c.phone_number = led.phone_number
        limit ${TOGETHER}::int
      ) s
      where led.kind = 'item-found' and led.email is null
      union
      select s.group_id, s.subject, s.subject_id, s.version from led cross join lateral (
        select * from messages
        where group_id = led.group_id and location_id = led.location_id and claimable_at <= ${rows.now} and kind = 'desk-news'
        order by claimable_at limit ${TOGETHER}::int
      ) s
      where led.kind = 'desk-news'
    )
    update messages w set ${rows.taken(token)}
    from others o
    where ${rows.isSame('o')} and not w.sending and (w.lease_token is null or ${rows.isDue})
    returning ${CLAIMED}`);
}
