import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { type Caller, Clock, DomainError } from '#platform/kernel';
import { Wakeups } from '#platform/queue';
import { Redeliveries, type RedeliveryRange } from '../delivery/redeliveries.js';
import { eventID } from '../domain/event-id.js';
import { endpointOf, type LaneName } from '../domain/lane-name.js';
import { NO_RETRIES } from '../domain/retry-schedule.js';
import { ENDED } from '../outbox/pending.js';
import { targetOf } from '../outbox/targets.js';
import { DELIVERIES } from '../outbox/webhooks.projections.js';
import { WebhookEventQueries } from '../read-model/webhook-event.queries.js';

/** Refuses a delivery that would not be sent: it is disabled, has no URL or was deleted (decisions.md, section 7). */
class SendsNothing extends DomainError {
  constructor(lane: LaneName) {
    const endpoint = endpointOf(lane);
    const what =
      endpoint === null ? `${lane} webhooks are disabled or have no URL` : `The endpoint ${endpoint} is disabled or deleted`;
    super('conflict', 'conflict', `${what}, so nothing would be sent.`);
  }
}

/** Deliveries that somebody asks for, pings and redeliveries, or wants no more. */
@Injectable()
export class WebhookDispatch {
  constructor(
    private readonly database: Database,
    private readonly events: WebhookEventQueries,
    private readonly redeliveries: Redeliveries,
    private readonly wakeups: Wakeups,
    private readonly clock: Clock,
  ) {}

  /** Sends a signed ping to the URL of a kind or endpoint. @returns the event's ID @throws DomainError `conflict` if it sends nothing */
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
        sql`update webhook_deliveries d set ${this.redeliveries.dueAgain()}
          where group_id = ${caller.group.id}::int and id = ${event.id}::uuid`,
      ),
    );
    this.wake();
    return event.id;
  }

  /** Redelivers all events of a range, where their kind or endpoint is enabled and has a URL; many of them bit by bit. @returns how many */
  async redeliverAll({ group }: Caller, range: RedeliveryRange): Promise<number> {
    const count = await this.redeliveries.begin(group.id, range);
    this.wake();
    return count;
  }

  /**
   * Ends all deliveries that wait in a copy of the database: their receivers get them from the real one. They have failed as those of a
   * disabled endpoint, and can be redelivered. @returns how many
   */
  async dropWaiting(): Promise<number> {
    const dropped = await this.database.query(
      statement(sql`
        with ranges as (delete from webhook_redeliveries)
        update webhook_deliveries set ${ENDED}, lease_token = null where claimable_at is not null returning group_id`),
    );
    return dropped.length;
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
}
