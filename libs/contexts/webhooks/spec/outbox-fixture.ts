import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Secrets } from '#platform/secrets';
import { INTEGRATION } from '../../../../test/support/callers.js';
import { openDatabase } from '../../../../test/support/database.js';
import { WebhookConfigurations } from '../configuration/webhook-configurations.js';
import { DeliveryStore } from '../delivery/delivery-store.js';
import { eventID } from '../domain/event-id.js';
import { WebhookEventQueries } from '../read-model/webhook-event.queries.js';

export const GROUP = 1;

/** A Group with an enabled item-status endpoint in a database of its own. */
export async function outboxFixture(url = 'http://127.0.0.1:9/hooks') {
  const { database, close } = await openDatabase();
  const clock = new Clock();
  const secrets = new Secrets(Secrets.newKey());
  const rows = <Row>(query: ReturnType<typeof sql<Row>>) => database.query(statement(query));
  await rows(sql`insert into groups (code, name, created_at) values ('demo', 'Demo', now())`);
  const configurations = new WebhookConfigurations(database, secrets, clock);
  await configurations.change(GROUP, { webhooks: { itemStatus: true }, endpoints: { itemStatus: url } });
  let made = 0;
  const events = new WebhookEventQueries(database);
  return {
    configurations,
    secrets,
    store: new DeliveryStore(database, clock),
    rows,
    /** Writes a delivery that is due; its ID. */
    async deliver(body = '{"type":"test"}'): Promise<string> {
      const id = eventID(new Date(), made++, randomBytes(8));
      await rows(sql`
        insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, body, created_at, claimable_at)
        values (${GROUP}::int, ${id}::uuid, 'itemStatus', 'demo:1', 7, ${body}::text, now(), now())`);
      return id;
    },
    async delivery(id: string) {
      const [row] = await rows<Record<string, unknown>>(sql`
        select status, error, attempts, step, endpoint, next_attempt_at - now() as next, lease_token is not null as leased,
          claimable_at is not null as waiting
        from webhook_deliveries where id = ${id}::uuid`);
      return row!;
    },
    attempts: (id: string) =>
      rows<Record<string, unknown>>(sql`
        select attempt, trigger, error, response_status, response_body, duration_ms from webhook_attempts
        where delivery_id = ${id}::uuid order by attempt`),
    /** What the listing of item webhook events shows. */
    async listed(): Promise<string[]> {
      const { records } = await events.page(INTEGRATION, { type: 'itemStatus' }, { limit: 50, page: 1 });
      return records.map((row) => row.id);
    },
    close,
  };
}
