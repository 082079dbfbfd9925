import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { type Caller, Clock, DomainError } from '#platform/kernel';
import { Wakeups } from '#platform/queue';
import { WebhookConfigurations } from '../configuration/webhook-configurations.js';
import { eventID, firstIdOf, lastIdOf } from '../domain/event-id.js';
import type { Kind } from '../domain/kinds.js';
import { NO_RETRIES } from '../domain/retry-schedule.js';
import { DELIVERIES } from '../outbox/wakeup.js';
import { WebhookEventQueries } from '../read-model/webhook-event.queries.js';

/** Which events are redelivered. */
export interface RedeliveryRange {
  startDate?: Date;
  endDate?: Date;
  status: 'success' | 'failed';
  type?: Kind;
}

/** Refuses a delivery that would not be sent: the kind is disabled or has no URL (decisions.md, section 7). */
class KindDisabled extends DomainError {
  constructor(kind: Kind) {
    super('conflict', 'conflict', `${kind} webhooks are disabled or have no URL, so nothing would be sent.`);
  }
}

/** Deliveries requested through the API: pings and redeliveries. */
@Injectable()
export class WebhookDispatch {
  constructor(
    private readonly database: Database,
    private readonly configurations: WebhookConfigurations,
    private readonly events: WebhookEventQueries,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
  ) {}

  /** Sends a signed ping to the kind's URL. @returns the event's ID @throws DomainError `conflict` when nothing would be sent */
  async ping({ group }: Caller, kind: Kind): Promise<string> {
    if (!(await this.configurations.sends(group.id, kind))) throw new KindDisabled(kind);
    const at = this.clock.now();
    const id = eventID(at, 0, randomBytes(8));
    const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: {} });
    await this.database.query(
      statement(sql`
        insert into webhook_deliveries (group_id, id, kind, body, created_at, next_attempt_at, claimable_at, redelivery, step)
        values (${group.id}::int, ${id}::uuid, ${kind}::text, ${body}::text, ${at.toISOString()}::timestamptz,
          ${serviceTime(this.clock)}, ${serviceTime(this.clock)}, true, ${NO_RETRIES}::int)`),
    );
    this.wake();
    return id;
  }

  /** Redelivers one event with the same ID and the same bytes. @throws NotFound; DomainError `conflict` when nothing would be sent */
  async redeliver(caller: Caller, id: string): Promise<string> {
    const event = await this.events.one(caller, id);
    if (!(await this.configurations.sends(caller.group.id, event.kind))) throw new KindDisabled(event.kind);
    await this.database.query(
      statement(
        sql`update webhook_deliveries d set ${this.again()} where group_id = ${caller.group.id}::int and id = ${event.id}::uuid`,
      ),
    );
    this.wake();
    return event.id;
  }

  /** Redelivers all events of a range whose kind is enabled and has a URL. @returns how many */
  async redeliverAll({ group, scope }: Caller, { startDate, endDate, status, type }: RedeliveryRange): Promise<number> {
    const counted = await this.database.queryOne(
      statement(sql<{ count: number }>`
        with again as (
          update webhook_deliveries d set ${this.again()}
          from webhook_endpoints e
          where d.group_id = ${group.id}::int and d.status = ${status}::text and d.location_id is not null
            and (${type ?? null}::text is null or d.kind = ${type ?? null}::text)
            and (${scope.all}::boolean or d.location_id = any(${scope.all ? [] : scope.locationIDs}::text[]))
            and d.id >= ${firstIdOf(startDate ?? new Date(0))}::uuid and d.id <= ${lastIdOf(endDate ?? FAR)}::uuid
            and e.group_id = d.group_id and e.kind = d.kind and e.enabled and e.url is not null
          returning 1
        )
        select count(*)::int as count from again`),
    );
    this.wake();
    return counted!.count;
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
