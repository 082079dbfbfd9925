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
