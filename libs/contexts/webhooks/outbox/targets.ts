import { type RawBuilder, sql } from 'kysely';

/** The endpoint that a lane is named after, as SQL; null for a kind of the configuration. */
export function endpointIn(lane: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`case when ${lane} like 'endpoint:%' then substr(${lane}, 10)::int end`;
}

/** A query of where a lane sends to: the configuration of a kind, or an endpoint. Without a row the endpoint was deleted. */
export function targetOf(groupID: RawBuilder<unknown>, lane: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select e.enabled, e.disabled_reason, e.url, e.user_part, e.failing_since, c.secret, c.old_secret, c.old_secret_until
    from webhook_endpoints e join webhook_configurations c on c.group_id = e.group_id
    where e.group_id = ${groupID} and e.kind = ${lane}
    union all
    select e.enabled, e.disabled_reason, e.url, e.user_part, e.failing_since, e.secret, e.old_secret, e.old_secret_until
    from webhook_event_endpoints e where e.group_id = ${groupID} and e.id = ${endpointIn(lane)}`;
}

/** Where each `lane` sends to now. */
export const CURRENT_TARGETS = sql`
  select lane.group_id, lane.kind, case when target.enabled then target.url end as url, target.user_part
  from lane left join lateral (${targetOf(sql`lane.group_id`, sql`lane.kind`)}) target on true`;

/** The same for these lanes. */
export function targetsOf(lanes: readonly { group_id: number; kind: string }[]): RawBuilder<unknown> {
  return sql`
    with lane as (select * from json_to_recordset(${JSON.stringify(lanes)}::json) as lane(group_id int, kind text)) ${CURRENT_TARGETS}`;
}
