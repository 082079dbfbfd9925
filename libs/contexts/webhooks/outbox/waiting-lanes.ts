import { sql } from 'kysely';

/**
 * The recursive CTE `lane`: every lane that has waiting rows, found by a loose scan of the index of due deliveries, so that the cost
 * does not depend on how many rows each lane has.
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
