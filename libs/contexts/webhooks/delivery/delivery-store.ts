import { Inject, Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { BY_KEY, Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { DisabledReason } from '../domain/endpoint-events.js';
import { endpointOf, type LaneKind } from '../domain/lane-name.js';
import { failingFirst, failingRemaining } from '../outbox/pending.js';
import { endpointIn, targetOf } from '../outbox/targets.js';
import { WAITING_LANES } from '../outbox/waiting-lanes.js';
import { DISABLED_ENDPOINTS } from '../read-model/disabled-endpoints.js';
import type { Claim, ClaimedDelivery, ClaimedDeliveryKey, DeliveryClosing, LaneDemand, LaneKey, LaneTarget } from './records.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** The backlog of each endpoint is counted up to this number: beyond it, only its age matters. */
const COUNT_LIMIT = 10_000;

/** The deliveries that are due, of one kind or to endpoints, and how long the oldest has been. */
interface DueDeliveries {
  kind: LaneKind;
  due: number;
  oldest_seconds: number;
}

/**
 * The state of deliveries in PostgreSQL; each step is one statement over many deliveries. All times come from the database's clock,
 * shifted by the clock offset, so that workers with different clocks agree.
 */
@Injectable()
export class DeliveryStore {
  private readonly leaseLength: number;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(WORKER_SETTINGS) { lease }: Pick<WorkerSettings, 'lease'>,
  ) {
    this.leaseLength = lease.length;
  }

  /**
   * Leases due deliveries and opens their attempts. It takes a few from every lane (one Group's URL of one kind, or one of its endpoints),
   * so that a long backlog does not delay other lanes. Attempts that a dead worker left open are closed.
   * @param wanted how many to take from a lane that is not in `demands`
   * @returns the claimed deliveries, and the current targets of the lanes in `demands`
   */
  async claim(token: string, demands: readonly LaneDemand[], wanted: number, limit: number): Promise<Claim> {
    const claim = sql`
      with recursive ${WAITING_LANES}, demand as materialized (
        select lane.group_id, lane.kind, coalesce(known.wanted, ${wanted}::int) as wanted,
          case when target.enabled then target.url end as url, target.user_part, target.secret,
          extract(epoch from ${this.now()} - target.failing_since)::float8 * 1000 as failing_for_ms,
          case when target.old_secret_until > ${this.now()} then target.old_secret end as old_secret
        from lane left join lateral (${targetOf(sql`lane.group_id`, sql`lane.kind`)}) target on true
          left join json_to_recordset(${JSON.stringify(demands)}::json) as known(group_id int, kind text, wanted int)
            on known.group_id = lane.group_id and known.kind = lane.kind
        -- What still waits for an endpoint that was deleted is taken, to end without a call.
        where target.enabled is not null or lane.kind like 'endpoint:%'
        order by random()
      ), taken as materialized (
        select demand.*, due.id, due.attempts, due.lease_token, due.redelivery from demand, lateral (
          select d.id, d.attempts, d.lease_token, d.redelivery from webhook_deliveries d
          where d.group_id = demand.group_id and d.kind = demand.kind and d.claimable_at <= ${this.now()}
          order by d.claimable_at limit demand.wanted
          for update skip locked
        ) due
        limit ${limit}::int
      ), leased as (
        update webhook_deliveries d
        set lease_token = ${token}::uuid, claimable_at = ${this.leaseEnd()}, redelivery = false,
            attempts = d.attempts + case when t.url is not null then 1 else 0 end
        from taken t
        where d.group_id = t.group_id and d.id = t.id
        returning d.group_id, d.id, d.kind, d.body, d.attempts as attempt, d.step,
          case when t.redelivery then 'manual' else 'automatic' end as trigger,
          t.url, t.user_part, t.failing_for_ms, t.secret, t.old_secret
      ), orphaned as (
        update webhook_attempts a set error = 'network'
        from taken t
        where t.lease_token is not null and a.group_id = t.group_id and a.delivery_id = t.id and a.attempt = t.attempts
          and a.duration_ms is null and a.error is null
      ), opened as (
        insert into webhook_attempts (group_id, delivery_id, attempt, trigger, requested_at)
        select group_id, id, attempt, trigger, ${this.now()} from leased where url is not null
      )
      select group_id, id, kind, body, attempt, step, url, user_part, failing_for_ms,
        case when row_number() over lane = 1 then secret end as secret,
        case when row_number() over lane = 1 then old_secret end as old_secret
      from leased window lane as (partition by group_id, kind order by id) order by id`;
    const [, , claimed, targets] = await this.database.batch([BY_KEY, ONE_PLAN, statement(claim), statement(targetsOf(demands))]);
    return { claimed: withSecrets(claimed as unknown as ClaimedDelivery[]), targets: targets as unknown as LaneTarget[] };
  }

  /** Renews the leases of deliveries, except of those that this worker no longer holds. */
  async renew(token: string, held: readonly ClaimedDeliveryKey[]): Promise<void> {
    await this.setClaimable(token, held, this.leaseEnd());
  }

  /**
   * Closes attempts and schedules what comes next, for many deliveries at once. If the lease is lost, only the attempt log is completed.
   * @returns the current targets of these deliveries' lanes
   */
  async close(token: string, closings: readonly DeliveryClosing[]): Promise<LaneTarget[]> {
    return this.byKey<LaneTarget>(sql`
      with result as materialized (
        select * from json_to_recordset(${JSON.stringify(closings)}::json) as result(
          group_id int, id uuid, kind text, attempt int, sent boolean, error text, "responseStatus" int, "responseBody" text,
          address text, "durationMs" int, started_ago_ms float8, retry_in_ms float8, endpoint text)
      ), logged as (
        update webhook_attempts a
        set requested_at = ${this.now()} - r.started_ago_ms * interval '1 millisecond', duration_ms = r."durationMs", error = r.error,
            response_status = r."responseStatus", response_body = r."responseBody", address = r.address
        from result r where r.sent and a.group_id = r.group_id and a.delivery_id = r.id and a.attempt = r.attempt
      ), closed as (
        update webhook_deliveries d
        set status = case when r.error is null then 'success' else 'failed' end, error = r.error,
            response_status = r."responseStatus", duration_ms = r."durationMs",
            endpoint = coalesce(r.endpoint, d.endpoint), lease_token = null,
            last_attempt_at = case when r.sent then ${this.now()} - r.started_ago_ms * interval '1 millisecond' else d.last_attempt_at end,
            step = d.step + case when r.retry_in_ms is null or d.redelivery then 0 else 1 end,
            next_attempt_at = case when d.redelivery then ${this.now()} else ${this.now()} + r.retry_in_ms * interval '1 millisecond' end,
            claimable_at = case when d.redelivery then ${this.now()} else ${this.now()} + r.retry_in_ms * interval '1 millisecond' end
        from result r where d.group_id = r.group_id and d.id = r.id and d.lease_token = ${token}::uuid
          and (d.attempts = r.attempt or not r.sent)
      ), lane as materialized (
        select group_id, kind, bool_or(error is null) filter (where sent) as delivered from result group by group_id, kind
      ), noted as (
        update webhook_endpoints e set failing_since = case when lane.delivered then null else ${this.now()} end
        from lane where e.group_id = lane.group_id and e.kind = lane.kind and (e.failing_since is not null) = lane.delivered
      ), noted_of_endpoint as (
        update webhook_event_endpoints e set failing_since = case when lane.delivered then null else ${this.now()} end
        from lane where e.group_id = lane.group_id and e.id = ${endpointIn(sql`lane.kind`)}
          and (e.failing_since is not null) = lane.delivered
      )
      ${CURRENT_TARGETS}`);
  }

  /** Releases deliveries that were not sent, as if they had never been claimed. */
  async release(token: string, unsent: readonly ClaimedDeliveryKey[]): Promise<void> {
    await this.byKey(sql`
      with given as (
        update webhook_deliveries d
        set lease_token = null, claimable_at = ${this.now()}, attempts = d.attempts - 1, redelivery = d.redelivery or a.trigger = 'manual'
        from ${records(unsent)}, webhook_attempts a
        where d.group_id = h.group_id and d.id = h.id and d.lease_token = ${token}::uuid and d.attempts = h.attempt
          and a.group_id = h.group_id and a.delivery_id = h.id and a.attempt = h.attempt
        returning d.group_id, d.id, a.attempt
      )
      delete from webhook_attempts a using given
      where a.group_id = given.group_id and a.delivery_id = given.id and a.attempt = given.attempt`);
  }

  /** Releases deliveries in flight when the worker had to stop: they may have arrived, and are due again at once. */
  async abandon(token: string, unanswered: readonly ClaimedDeliveryKey[]): Promise<void> {
    await this.setClaimable(token, unanswered, this.now());
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
            version = version + 1, updated_at = ${this.now()}
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
    return this.database.query(
      statement(sql<DueDeliveries>`
        with recursive ${WAITING_LANES}
        select case when lane.kind like 'endpoint:%' then 'endpoint' else lane.kind end as kind, sum(waiting.due)::int as due,
          greatest(0, extract(epoch from ${this.now()} - min(waiting.oldest)))::float8 as oldest_seconds
        from lane, lateral (
          select count(*) as due, min(claimable_at) as oldest from (
            select d.claimable_at from webhook_deliveries d
            where d.group_id = lane.group_id and d.kind = lane.kind and d.claimable_at <= ${this.now()}
            order by d.claimable_at limit ${COUNT_LIMIT}::int
          ) first
        ) waiting
        group by 1`),
    );
  }

  private now(): RawBuilder<string> {
    return serviceTime(this.clock);
  }

  private leaseEnd(): RawBuilder<string> {
    return sql`${this.now()} + ${this.leaseLength}::float8 * interval '1 millisecond'`;
  }

  private async setClaimable(token: string, held: readonly ClaimedDeliveryKey[], at: RawBuilder<string>): Promise<void> {
    await this.byKey(sql`
      update webhook_deliveries d set claimable_at = ${at}
      from ${records(held)}
      where d.group_id = h.group_id and d.id = h.id and d.lease_token = ${token}::uuid`);
  }

  private async byKey<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const [, rows] = await this.database.batch([BY_KEY, statement(query)]);
    return rows as Row[];
  }
}

/** For a claim: to plan it for its values each time costs more than to carry it out. */
const ONE_PLAN = statement(sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`);

/** Where each `lane` sends to now. */
const CURRENT_TARGETS = sql`
  select lane.group_id, lane.kind, case when target.enabled then target.url end as url, target.user_part
  from lane left join lateral (${targetOf(sql`lane.group_id`, sql`lane.kind`)}) target on true`;

function targetsOf(lanes: readonly LaneKey[]): RawBuilder<unknown> {
  return sql`
    with lane as (select * from json_to_recordset(${JSON.stringify(lanes)}::json) as lane(group_id int, kind text)) ${CURRENT_TARGETS}`;
}

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

function records(held: readonly ClaimedDeliveryKey[]): RawBuilder<unknown> {
  const keys = held.map(({ group_id, id, attempt }) => ({ group_id, id, attempt }));
  return sql`json_to_recordset(${JSON.stringify(keys)}::json) as h(group_id int, id uuid, attempt int)`;
}
