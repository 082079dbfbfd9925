import { type RawBuilder, sql } from 'kysely';
import { looseScan, type Statement, statement } from '#platform/database';
import type { LaneName } from '../domain/lane-name.js';
import { targetOf } from './targets.js';

/** Maximum deliveries that end together with their endpoint; more would take longer than a statement may, and hold up others. */
const AT_ONCE = 200;

export const DELIVERY_TABLE = sql`webhook_deliveries`;

/** The recursive CTE `lane`: every lane that has waiting rows. */
export const WAITING_LANES = looseScan('lane', DELIVERY_TABLE, ['group_id', 'kind'], sql`claimable_at is not null`);

/** The end of a delivery to which nothing was sent. A delivery that a worker has leased ends there. */
export const ENDED = sql`status = 'failed', error = 'endpoint_disabled', next_attempt_at = null, claimable_at = null, redelivery = false`;

/** The first that wait in a lane, as rows to be written; those of which somebody else writes are left out. */
function firstOf(groupID: RawBuilder<unknown>, lane: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    select d.group_id, d.id from webhook_deliveries d
    where d.group_id = ${groupID} and d.kind = ${lane} and d.claimable_at is not null and d.lease_token is null
    order by d.claimable_at limit ${limit}::int for update skip locked`;
}

/**
 * Fails the first deliveries that wait in a lane, if it no longer sends anything; the worker's sweep fails the rest (`failingRemaining`).
 * They can be redelivered while the lane exists.
 * @param gone only if what it sent to is no longer there
 */
export function failingFirst(groupID: number, lane: LaneName, gone = false): Statement {
  const [group, name] = [sql`${groupID}::int`, sql`${lane}::text`];
  return statement(sql`
    with waiting as materialized (${firstOf(group, name, AT_ONCE)})
    update webhook_deliveries d set ${ENDED} from waiting w
    where d.group_id = ${group} and d.id = w.id
      and not exists (select from (${targetOf(group, name)}) target where ${gone}::boolean or target.enabled)`);
}

/**
 * Fails some of what waits in lanes that the service disabled or that lost their endpoint, of all Groups. Deliveries that wait while the
 * Group itself has switched a lane off stay until they are due. @param limit how many at most
 */
export function failingRemaining(limit: number): Statement {
  return statement(sql`
    with recursive ${WAITING_LANES}, over as materialized (
      select lane.group_id, lane.kind
      from lane left join lateral (${targetOf(sql`lane.group_id`, sql`lane.kind`)}) target on true
      where target.enabled is null and lane.kind like 'endpoint:%' or not target.enabled and target.disabled_reason is not null
    ), waiting as materialized (
      select first.* from over, lateral (${firstOf(sql`over.group_id`, sql`over.kind`, limit)}) first limit ${limit}::int
    )
    update webhook_deliveries d set ${ENDED} from waiting w where d.group_id = w.group_id and d.id = w.id
    returning d.id`);
}
