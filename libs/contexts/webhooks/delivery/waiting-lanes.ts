import { sql } from 'kysely';

/**
 * The recursive table `lane`: every Group's endpoint of a kind that has rows waiting, found by skipping through the index of what is due,
 * however many rows each has.
 */
export const WAITING_LANES = sql`lane as (
  (select group_id, kind from webhook_deliveries where claimable_at is not null order by group_id, kind limit 1)
  union all
  select next.group_id, next.kind from lane, lateral (
    select d.group_id, d.kind from webhook_deliveries d
    where d.claimable_at is not null and (d.group_id, d.kind) > (lane.group_id, lane.kind)
    order by d.group_id, d.kind limit 1
  ) next
)`;
