import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { BY_KEY, Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import type { DisabledReason } from '../domain/endpoint-events.js';
import { endpointOf, type LaneKind } from '../domain/lane-name.js';
import { DELIVERY_TABLE, failingFirst, failingRemaining, WAITING_LANES } from '../outbox/pending.js';
import { CURRENT_TARGETS, endpointIn, targetOf, targetsOf } from '../outbox/targets.js';
import { DISABLED_ENDPOINTS } from '../read-model/disabled-endpoints.js';
import type { Claim, ClaimedDelivery, ClaimedDeliveryKey, DeliveryClosing, LaneDemand, LaneKey, LaneTarget } from './records.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** The deliveries that are due, of one kind or to endpoints, and how long the oldest has been. */
interface DueDeliveries {
  kind: LaneKind;
  due: number;
  oldest_seconds: number;
}

/** The state of deliveries in PostgreSQL; each step is one statement over many deliveries. */
@Injectable()
export class DeliveryStore {
  readonly rows: LeasedRows<Pick<ClaimedDelivery, 'group_id' | 'id'>>;

  constructor(
    private readonly database: Database,
    clock: Clock,
    @Inject(WORKER_SETTINGS) { lease: { length } }: Pick<WorkerSettings, 'lease'>,
  ) {
    this.rows = new LeasedRows(database, clock, { table: DELIVERY_TABLE, key: { group_id: 'int', id: 'uuid' }, length });
  }

  /**
   * Leases due deliveries and opens their attempts. It takes a few from every lane (one Group's URL of one kind, or one of its endpoints),
   * so that a long backlog does not delay other lanes. Attempts that a dead worker left open are closed.
   * @param wanted how many to take from a lane that is not in `demands`
   * @returns the claimed deliveries, and the current targets of the lanes in `demands`
   */
  async claim(token: string, demands: readonly LaneDemand[], wanted: number, limit: number): Promise<Claim> {
    const { rows } = this;
    const inLane = sql`w.group_id = demand.group_id and w.kind = demand.kind`;
    const claim = sql`
      with recursive ${WAITING_LANES}, demand as materialized (
        select lane.group_id, lane.kind, coalesce(known.wanted, ${wanted}::int) as wanted,
          case when target.enabled then target.url end as url, target.user_part, target.secret,
          extract(epoch from ${rows.now} - target.failing_since)::float8 * 1000 as failing_for_ms,
          case when target.old_secret_until > ${rows.now} then target.old_secret end as old_secret
        from lane left join lateral (${targetOf(sql`lane.group_id`, sql`lane.kind`)}) target on true
          left join json_to_recordset(${JSON.stringify(demands)}::json) as known(group_id int, kind text, wanted int)
            on known.group_id = lane.group_id and known.kind = lane.kind
        -- What still waits for an endpoint that was deleted is taken, to end without a call.
        where target.enabled is not null or lane.kind like 'endpoint:%'
        order by random()
      ), taken as materialized (
        select demand.*, due.id, due.attempts, due.lease_token, due.redelivery from demand, lateral (
          ${rows.firstDue(inLane, sql`demand.wanted`, sql`w.id, w.attempts, w.lease_token, w.redelivery`)}
        ) due
        limit ${limit}::int
      ), leased as (
        update webhook_deliveries w
        set ${rows.taken(token)}, redelivery = false, attempts = w.attempts + case when t.url is not null then 1 else 0 end
        from taken t
        where ${rows.isSame('t')}
        returning w.group_id, w.id, w.kind, w.body, w.attempts as attempt, w.step,
          case when t.redelivery then 'manual' else 'automatic' end as trigger,
          t.url, t.user_part, t.failing_for_ms, t.secret, t.old_secret
      ), orphaned as (
        update webhook_attempts a set error = 'network'
        from taken t
        where t.lease_token is not null and a.group_id = t.group_id and a.delivery_id = t.id and a.attempt = t.attempts
          and a.duration_ms is null and a.error is null
      ), opened as (
        insert into webhook_attempts (group_id, delivery_id, attempt, trigger, requested_at)
        select group_id, id, attempt, trigger, ${rows.now} from leased where url is not null
      )
      select group_id, id, kind, body, attempt, step, url, user_part, failing_for_ms,
        case when row_number() over lane = 1 then secret end as secret,
        case when row_number() over lane = 1 then old_secret end as old_secret
      from leased window lane as (partition by group_id, kind order by id) order by id`;
    const [, , claimed, targets] = await this.database.batch([BY_KEY, ONE_PLAN, statement(claim), statement(targetsOf(demands))]);
    return { claimed: withSecrets(claimed as unknown as ClaimedDelivery[]), targets: targets as unknown as LaneTarget[] };
  }

  /**
   * Closes attempts and schedules what comes next, for many deliveries at once. If the lease is lost, only the attempt log is completed.
   * @returns the current targets of these deliveries' lanes
   */
  close(token: string, closings: readonly DeliveryClosing[]): Promise<LaneTarget[]> {
    const { rows } = this;
    const [startedAt, retryAt] = [rows.after(sql`-r.started_ago_ms`), rows.after(sql`r.retry_in_ms`)];
    const next = sql`case when w.redelivery then ${rows.now} else ${retryAt} end`;
    return rows.byKey(
      statement<LaneTarget>(sql`
      with result as materialized (
        select * from json_to_recordset(${JSON.stringify(closings)}::json) as result(
          group_id int, id uuid, kind text, attempt int, sent boolean, error text, "responseStatus" int, "responseBody" text,
          address text, "durationMs" int, started_ago_ms float8, retry_in_ms float8, endpoint text)
      ), logged as (
        update webhook_attempts a
        set requested_at = ${startedAt}, duration_ms = r."durationMs", error = r.error,
            response_status = r."responseStatus", response_body = r."responseBody", address = r.address
        from result r where r.sent and a.group_id = r.group_id and a.delivery_id = r.id and a.attempt = r.attempt
      ), closed as (
        update webhook_deliveries w
        set status = case when r.error is null then 'success' else 'failed' end, error = r.error,
            response_status = r."responseStatus", duration_ms = r."durationMs", endpoint = coalesce(r.endpoint, w.endpoint),
            last_attempt_at = case when r.sent then ${startedAt} else w.last_attempt_at end,
            step = w.step + case when r.retry_in_ms is null or w.redelivery then 0 else 1 end,
            next_attempt_at = ${next}, ${rows.left(next)}
        from result r where ${rows.isSame('r')} and ${rows.isHeld(token)} and (w.attempts = r.attempt or not r.sent)
      ), lane as materialized (
        select group_id, kind, bool_or(error is null) filter (where sent) as delivered from result group by group_id, kind
      ), noted as (
        update webhook_endpoints e set failing_since = case when lane.delivered then null else ${rows.now} end
        from lane where e.group_id = lane.group_id and e.kind = lane.kind and (e.failing_since is not null) = lane.delivered
      ), noted_of_endpoint as (
        update webhook_event_endpoints e set failing_since = case when lane.delivered then null else ${rows.now} end
        from lane where e.group_id = lane.group_id and e.id = ${endpointIn(sql`lane.kind`)}
          and (e.failing_since is not null) = lane.delivered
      )
      ${CURRENT_TARGETS}`),
    );
  }

  /** Releases deliveries that were not sent, as if they had never been claimed. */
  async release(token: string, unsent: readonly ClaimedDeliveryKey[]): Promise<void> {
    const { rows } = this;
    await rows.byKey(
      statement(sql`
      with given as (
        update webhook_deliveries w
        set ${rows.left(rows.now)}, attempts = w.attempts - 1, redelivery = w.redelivery or a.trigger = 'manual'
        from ${rows.held(unsent, { attempt: 'int' })}, webhook_attempts a
        where ${rows.isSame('held')} and ${rows.isHeld(token)} and w.attempts = held.attempt
          and a.group_id = held.group_id and a.delivery_id = held.id and a.attempt = held.attempt
        returning w.group_id, w.id, a.attempt
      )
      delete from webhook_attempts a using given
      where a.group_id = given.group_id and a.delivery_id = given.id and a.attempt = given.attempt`),
    );
  }

  /** Disables the lane if it still has this URL, and fails the first of what waits; the rest is left to `failRemaining`. */
  async disable({ group_id, kind }: LaneKey, url: string, reason: DisabledReason): Promise<void> {
    const endpoint = endpointOf(kind);
    const disabling =
      endpoint === null
        ? sql`
          update webhook_endpoints set enabled = false, failing_since = null, disabled_reason = ${reason}::text
          where group_id = ${group_id}::int and kind = ${kind}::text and enabled and url = ${url}::text`
        : sql`
          update webhook_event_endpoints set enabled = false, failing_since = null, disabled_reason = ${reason}::text,
            version = version + 1, updated_at = ${this.rows.now}
          where group_id = ${group_id}::int and id = ${endpoint}::int and enabled and url = ${url}::text`;
    await this.database.batch([BY_KEY, statement(disabling), failingFirst(group_id, kind)], { groupID: group_id });
  }

  /** Fails at most `limit` deliveries that still wait for what was disabled or deleted; they can be redelivered. @returns how many */
  async failRemaining(limit: number): Promise<number> {
    const [, ended] = await this.database.batch([BY_KEY, failingRemaining(limit)]);
    return ended!.length;
  }

  /** The endpoints that the service has disabled, and nobody has enabled again. */
  disabled(): Promise<{ disabled: number }[]> {
    return this.database.query(DISABLED_ENDPOINTS);
  }

  /** Measures the backlog through the index of due deliveries, one lane at a time. */
  due(): Promise<DueDeliveries[]> {
    const { rows } = this;
    return this.database.query(
      statement(sql<DueDeliveries>`
        with recursive ${WAITING_LANES}
        select case when lane.kind like 'endpoint:%' then 'endpoint' else lane.kind end as kind, sum(waiting.due)::int as due,
          greatest(0, extract(epoch from ${rows.now} - min(waiting.oldest)))::float8 as oldest_seconds
        from lane, lateral (${rows.backlog(sql`w.group_id = lane.group_id and w.kind = lane.kind`)}) waiting
        group by 1`),
    );
  }
}

/** For a claim: to plan it for its values each time costs more than to carry it out. */
const ONE_PLAN = statement(sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`);

/** The secrets of a lane come with its first delivery only: each is read once, and shared. */
function withSecrets(claimed: ClaimedDelivery[]): ClaimedDelivery[] {
  const firsts = new Map<string, ClaimedDelivery>();
  for (const delivery of claimed) {
    const lane = `${delivery.group_id}/${delivery.kind}`;
    const first = firsts.get(lane);
    if (first) Object.assign(delivery, { secret: first.secret, old_secret: first.old_secret });
    else firsts.set(lane, delivery);
  }
  return claimed;
}
