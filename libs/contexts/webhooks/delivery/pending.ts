import { type RawBuilder, sql } from 'kysely';
import { type Statement, statement } from '#platform/database';
import type { LaneName } from '../domain/lane-name.js';

/**
 * Fails what waits in a lane that sends nothing any more; it can be redelivered while the lane exists. What a worker has claimed ends there.
 * @param condition what must hold besides
 */
export function failingPending(groupID: number, lane: LaneName, condition: RawBuilder<unknown> = sql`true`): Statement {
  return statement(sql`
    update webhook_deliveries d
    set status = 'failed', error = 'endpoint_disabled', next_attempt_at = null, claimable_at = null, redelivery = false
    where d.group_id = ${groupID}::int and d.kind = ${lane}::text and d.claimable_at is not null and d.lease_token is null
      and ${condition}`);
}
