import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { type Caller, Clock, DomainError } from '#platform/kernel';
import { Wakeups } from '#platform/queue';
import { targetOf } from '../configuration/targets.js';
import { eventID, firstIdOf, lastIdOf } from '../domain/event-id.js';
import { endpointOf, type LaneName, laneOf } from '../domain/lane-name.js';
import { NO_RETRIES } from '../domain/retry-schedule.js';
import { DELIVERIES } from '../outbox/wakeup.js';
import { type EventType, WebhookEventQueries } from '../read-model/webhook-event.queries.js';

/** Which events are redelivered. */
export interface RedeliveryRange {
  startDate?: Date;
  endDate?: Date;
  status: 'success' | 'failed';
  type?: EventType;
  endpointID?: number;
}

/** Refuses a delivery that would not be sent: it is disabled, has no URL or was deleted (decisions.md, section 7). */
class SendsNothing extends DomainError {
  constructor(lane: LaneName) {
    const endpoint = endpointOf(lane);
    const what =
      endpoint === null ? `${lane} webhooks are disabled or have no URL` : `The endpoint ${endpoint} is disabled or deleted`;
    super('conflict', 'conflict', `${what}, so nothing would be sent.`);
  }
}

/** Deliveries requested through the API: pings and redeliveries. */
@Injectable()
export class WebhookDispatch {
  constructor(
    private readonly database: Database,
    private readonly events: WebhookEventQueries,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
  ) {}

  /** Sends a signed ping to the URL of a kind or endpoint. @returns the event's ID @throws DomainError `conflict` when nothing would be sent */
  async ping({ group }: Caller, lane: LaneName): Promise<string> {
    await this.assertSends(group.id, lane);
    const at = this.clock.now();
    const id = eventID(at, 0, randomBytes(8));
    const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: {} });
    await this.database.query(
      statement(sql`
        insert into webhook_deliveries (group_id, id, kind, body, created_at, next_attempt_at, claimable_at, redelivery, step)
        values (${group.id}::int, ${id}::uuid, ${lane}::text, ${body}::text, ${at.toISOString()}::timestamptz,
          ${serviceTime(this.clock)}, ${serviceTime(this.clock)}, true, ${NO_RETRIES}::int)`),
    );
    this.wake();
    return id;
  }

  /** Redelivers one event with the same ID and the same bytes. @throws NotFound; DomainError `conflict` when nothing would be sent */
  async redeliver(caller: Caller, id: string): Promise<string> {
    const event = await this.events.one(caller, id);
    await this.assertSends(caller.group.id, event.kind);
    await this.database.query(
      statement(
        sql`update webhook_deliveries d set ${this.again()} where group_id = ${caller.group.id}::int and id = ${event.id}::uuid`,
      ),
    );
    this.wake();
    return event.id;
  }

  /** Redelivers all events of a range whose kind or endpoint is enabled and has a URL. @returns how many */
  async redeliverAll(
    { group, scope }: Caller,
    { startDate, endDate, status, type, endpointID }: RedeliveryRange,
  ): Promise<number> {
    const counted = await this.database.queryOne(
      statement(sql<{ count: number }>`
        with again as (
          update webhook_deliveries d set ${this.again()}
          where d.group_id = ${group.id}::int and d.status = ${status}::text and d.location_id is not null
            and (${type ?? null}::text is null or coalesce(d.event, d.kind) = ${type ?? null}::text)
            and (${endpointID ?? null}::int is null or d.kind = ${endpointID === undefined ? null : laneOf(endpointID)}::text)
            and (${scope.all}::boolean or d.location_id = any(${scope.all ? [] : scope.locationIDs}::text[]))
            and d.id >= ${firstIdOf(startDate ?? new Date(0))}::uuid and d.id <= ${lastIdOf(endDate ?? FAR)}::uuid
            and d.kind in (
              select e.kind from webhook_endpoints e where e.group_id = ${group.id}::int and e.enabled and e.url is not null
              union all
              select 'endpoint:' || e.id from webhook_event_endpoints e where e.group_id = ${group.id}::int and e.enabled
            )
          returning 1
        )
        select count(*)::int as count from again`),
    );
    this.wake();
    return counted!.count;
  }

  /** @throws DomainError `conflict` when nothing would be sent */
  private async assertSends(groupID: number, lane: LaneName): Promise<void> {
    const sending = await this.database.query(
      statement(
        sql`select from (${targetOf(sql`${groupID}::int`, sql`${lane}::text`)}) target where enabled and url is not null`,
      ),
    );
    if (sending.length === 0) throw new SendsNothing(lane);
  }

  private wake(): void {
    this.database.afterCommit(() => this.wakeups.nudge(DELIVERIES));
  }

  /** The retry schedule restarts, but a ping has none. A leased delivery is redelivered once its current attempt has ended. */
  private again() {
    const now = serviceTime(this.clock);
    return sql`redelivery = true, step = case when d.location_id is null then ${NO_RETRIES}::int else 0 end, next_attempt_at = ${now},
      claimable_at = case when d.lease_token is null then ${now} else d.claimable_at end`;
  }
}

const FAR = new Date('9999-12-31T23:59:59.999Z');
