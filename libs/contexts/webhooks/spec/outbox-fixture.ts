import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { GroupLimits } from '#contexts/groups';
import { LocationQueries } from '#contexts/locations';
import { statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Keyring, Secrets } from '#platform/secrets';
import { auditOn } from '../../../../test/support/audit.js';
import { INTEGRATION } from '../../../../test/support/callers.js';
import { connected, openDatabase } from '../../../../test/support/database.js';
import { EventEndpoints } from '../configuration/event-endpoints.js';
import { UserParts } from '../configuration/user-parts.js';
import { WebhookConfigurations } from '../configuration/webhook-configurations.js';
import { DeliveryStore } from '../delivery/delivery-store.js';
import { DeliveryPartitions } from '../delivery/partitions.js';
import { Redeliveries } from '../delivery/redeliveries.js';
import { LEASE_TIMES, type WorkerSettings } from '../delivery/settings.js';
import { eventID } from '../domain/event-id.js';
import type { LaneName } from '../domain/lane-name.js';
import { WebhookEventQueries } from '../read-model/webhook-event.queries.js';
import { startWorker } from './worker-fixture.js';

export const GROUP = 1;

/** A Group with an enabled item-status endpoint in a database of its own. */
export async function outboxFixture(url = 'http://127.0.0.1:9/hooks') {
  const { database, close, url: databaseUrl } = await openDatabase();
  const clock = new Clock();
  const keyring = new Keyring(Secrets.newKey());
  const rows = <Row>(query: ReturnType<typeof sql<Row>>) => database.query(statement(query));
  await rows(sql`insert into groups (code, name, created_at) values ('demo', 'Demo', now())`);
  const userParts = new UserParts(keyring);
  const audit = auditOn(database, clock);
  const configurations = new WebhookConfigurations(database, keyring, userParts, clock, audit);
  await configurations.change(INTEGRATION, { webhooks: { itemStatus: true }, endpoints: { itemStatus: url } });
  let made = 0;
  const events = new WebhookEventQueries(database, new LocationQueries(database));
  return {
    configurations,
    endpoints: new EventEndpoints(database, configurations, userParts, new GroupLimits(), clock, audit),
    redeliveries: new Redeliveries(database, clock),
    keyring,
    store: new DeliveryStore(database, clock, { lease: LEASE_TIMES }),
    partitions: new DeliveryPartitions(database, clock, { retention: 90 * 24 * 60 * 60 * 1000 }),
    startWorker: (settings: Partial<WorkerSettings> = {}) => startWorker(database, clock, keyring, settings),
    rows,
    /** Runs statements that a story prepares, several at once. */
    prepare: (query: string) => connected(databaseUrl, (client) => client.query(query)),
    /** Inserts a delivery that is due even if its column rounds up to the next millisecond. @returns its ID */
    async deliver(body = '{"type":"test"}'): Promise<string> {
      const id = eventID(new Date(), made++, randomBytes(8));
      await rows(sql`
        insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, body, created_at, claimable_at)
        values (${GROUP}::int, ${id}::uuid, 'itemStatus', 'demo:1', 7, ${body}::text, now(), now() - interval '1 ms')`);
      return id;
    },
    async delivery(id: string) {
      const [row] = await rows<Record<string, unknown>>(sql`
        select status, error, attempts, step, endpoint, next_attempt_at - now() as next, lease_token is not null as leased,
          claimable_at is not null as waiting
        from webhook_deliveries where id = ${id}::uuid`);
      return row!;
    },
    /** Blocks writes to the delivery until the returned function is called. */
    async lock(id: string): Promise<() => Promise<void>> {
      const [locked, unlocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const held = database.transaction(async (client) => {
        await client.query('select from webhook_deliveries where id = $1 for update', [id]);
        locked.resolve();
        await unlocked.promise;
      });
      await locked.promise;
      return () => {
        unlocked.resolve();
        return held;
      };
    },
    /** How many connections wait for a lock. */
    async hanging(): Promise<number> {
      const waiting = sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await rows(waiting))[0]!.count;
    },
    attempts: (id: string) =>
      rows<Record<string, unknown>>(sql`
        select attempt, trigger, error, response_status, response_body, duration_ms from webhook_attempts
        where delivery_id = ${id}::uuid order by attempt`),
    /** The IDs that the list of item webhook events returns. */
    async listed(): Promise<string[]> {
      const { records } = await events.page(INTEGRATION, { type: 'itemStatus' }, { limit: 50, page: 1 });
      return records.map((row) => row.id);
    },
    /** Inserts many deliveries of a lane, which wait for a retry tomorrow. */
    async backlog(lane: LaneName, count: number, time = '01990000-0000'): Promise<void> {
      await connected(databaseUrl, (client) =>
        client.query(
          `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, body, created_at, status, error, attempts, step,
             next_attempt_at, claimable_at)
           select $1, ($2 || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $3, 'demo:1', n, '{}', now(), 'failed', 'http_error', 3, 3,
             now() + interval '1 day', now() + interval '1 day'
           from generate_series(1, $4::int) n`,
          [GROUP, time, lane, count],
        ),
      );
    },
    close,
  };
}
