import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INTEGRATION } from '../../../../test/support/callers.js';
import { GROUP, outboxFixture } from '../spec/outbox-fixture.js';
import type { ClaimedDelivery, DeliveryClosing } from './records.js';

const [one, other] = [randomUUID(), randomUUID()];
const URL = 'http://127.0.0.1:9/hooks';
const LANE = { group_id: GROUP, kind: 'itemStatus' } as const;
let box: Awaited<ReturnType<typeof outboxFixture>>;

beforeEach(async () => {
  box = await outboxFixture(URL);
});
afterEach(() => box.close());

const claim = async (token: string, wanted = 16) => (await box.store.claim(token, [], wanted, 100)).claimed;
const expire = (id: string) =>
  box.rows(sql`update webhook_deliveries set claimable_at = now() - interval '1 ms' where id = ${id}::uuid`);
const ended = ({ group_id, id, kind, attempt, url }: ClaimedDelivery, how: Partial<DeliveryClosing> = {}): DeliveryClosing => ({
  group_id,
  id,
  kind,
  attempt,
  sent: true,
  error: null,
  responseStatus: 204,
  responseBody: '',
  address: '127.0.0.1',
  durationMs: 3,
  started_ago_ms: 3,
  retry_in_ms: null,
  endpoint: url,
  ...how,
});
const failed = { error: 'http_error', responseStatus: 500 } as const;

describe('a due delivery', () => {
  it('is taken by one worker only, its attempt opened', async () => {
    const id = await box.deliver();
    const taken = await Promise.all([claim(one), claim(other), claim(other)]);
    expect(taken.flat().map((delivery) => delivery.id)).toEqual([id]);
    expect(await box.attempts(id)).toMatchObject([{ attempt: 1, trigger: 'automatic', duration_ms: null }]);
  });

  it('is taken with the bytes that were written', async () => {
    const body = '{"text":"Überraschung","n":1.0}';
    await box.deliver(body);
    expect(await claim(one)).toMatchObject([{ body, url: URL, step: 0, failing_for_ms: null }]);
  });

  it('is taken in small numbers from each lane', async () => {
    for (let count = 0; count < 5; count++) await box.deliver();
    expect(await claim(one, 2)).toHaveLength(2);
    const none = { claimed: [], targets: [{ ...LANE, url: URL, user_part: null }] };
    expect(await box.store.claim(one, [{ ...LANE, wanted: 0 }], 16, 100)).toEqual(none);
  });

  it('is not sent, and no attempt is logged, while its kind is disabled', async () => {
    const id = await box.deliver();
    await box.configurations.change(INTEGRATION, { webhooks: { itemStatus: false } });
    expect(await claim(one)).toMatchObject([{ id, url: null }]);
    expect(await box.attempts(id)).toEqual([]);
  });
});

describe('a lease', () => {
  it('that runs out lets another worker take the delivery, and closes the orphaned attempt', async () => {
    const id = await box.deliver();
    await claim(one);
    expect(await claim(other)).toEqual([]);
    await expire(id);
    expect(await claim(other)).toMatchObject([{ id, attempt: 2, step: 0 }]);
    expect(await box.attempts(id)).toMatchObject([
      { attempt: 1, error: 'network' },
      { attempt: 2, error: null },
    ]);
  });

  it('is renewed only by its owner', async () => {
    const id = await box.deliver();
    const held = await claim(one);
    await expire(id);
    await box.store.rows.renew(other, held);
    expect(await claim(other)).toHaveLength(1);
    await box.store.rows.renew(one, held);
    expect(await box.delivery(id)).toMatchObject({ leased: true, attempts: 2 });
  });

  it('that was lost lets nobody decide what comes next', async () => {
    const id = await box.deliver();
    const [mine] = await claim(one);
    await expire(id);
    await claim(other);
    await box.store.close(one, [ended(mine!)]);
    expect(await box.delivery(id)).toMatchObject({ status: null, leased: true });
  });

  it('given back leaves no trace of an attempt', async () => {
    const id = await box.deliver();
    await box.store.release(one, await claim(one));
    expect(await box.delivery(id)).toMatchObject({ attempts: 0, leased: false, waiting: true });
    expect(await box.attempts(id)).toEqual([]);
    expect(await claim(other)).toHaveLength(1);
  });

  it('given back too late takes nothing from whoever has it now, be it the same worker', async () => {
    const id = await box.deliver();
    const lost = await claim(one);
    await expire(id);
    await claim(one);
    await box.store.release(one, lost);
    expect(await box.delivery(id)).toMatchObject({ attempts: 2, leased: true });
    expect(await box.attempts(id)).toMatchObject([{ attempt: 1, error: 'network' }, { attempt: 2 }]);
  });
});

describe('an attempt that ended', () => {
  it('well ends the delivery', async () => {
    const id = await box.deliver();
    const [mine] = await claim(one);
    await box.store.close(one, [ended(mine!)]);
    expect(await box.delivery(id)).toMatchObject({ status: 'success', attempts: 1, leased: false, waiting: false, next: null });
    expect(await box.attempts(id)).toMatchObject([{ error: null, response_status: 204, duration_ms: 3 }]);
  });

  it('badly sets the next date', async () => {
    const id = await box.deliver();
    const [mine] = await claim(one);
    await box.store.close(one, [ended(mine!, { ...failed, retry_in_ms: 60_000 })]);
    expect(await box.delivery(id)).toMatchObject({ status: 'failed', error: 'http_error', step: 1, waiting: true });
    expect(await claim(one)).toEqual([]);
    await expire(id);
    expect(await claim(one)).toMatchObject([{ id, attempt: 2, step: 1 }]);
  });

  it('badly begins the time for which the endpoint has failed everything; a success ends it', async () => {
    const ids = [await box.deliver(), await box.deliver()];
    const taken = await claim(one);
    await box.store.close(one, [ended(taken[0]!, { ...failed, retry_in_ms: 60_000 })]);
    await expire(ids[0]!);
    expect((await claim(one))[0]!.failing_for_ms).toBeGreaterThanOrEqual(0);
    await box.store.close(one, [ended(taken[1]!)]);
    await expire(ids[0]!);
    expect(await claim(one)).toMatchObject([{ failing_for_ms: null }]);
  });

  it('is written down in exchange for where the endpoint is now', async () => {
    await box.deliver();
    const [mine] = await claim(one);
    expect(await box.store.close(one, [ended(mine!, { ...failed, retry_in_ms: 60_000 })])).toEqual([
      { ...LANE, url: URL, user_part: null },
    ]);
    await expire(mine!.id);
    const [again] = await claim(one);
    await box.configurations.change(INTEGRATION, { webhooks: { itemStatus: false } });
    expect(await box.store.close(one, [ended(again!)])).toEqual([{ ...LANE, url: null, user_part: null }]);
  });
});

describe('an endpoint that takes no more', () => {
  it('ends what waits for it, and leaves what is being sent', async () => {
    const sending = await box.deliver();
    await claim(one);
    const waiting = await box.deliver();
    await box.store.disable(LANE, URL, 'gone');
    expect(await box.delivery(waiting)).toMatchObject({ status: 'failed', error: 'endpoint_disabled', waiting: false });
    expect(await box.delivery(sending)).toMatchObject({ status: null, leased: true });
    expect((await box.configurations.of(GROUP)).webhooks.itemStatus).toBe(false);
  });

  it('has another URL meanwhile: that one is left alone', async () => {
    const waiting = await box.deliver();
    await box.configurations.change(INTEGRATION, { endpoints: { itemStatus: 'http://127.0.0.1:9/moved' } });
    await box.store.disable(LANE, URL, 'gone');
    expect(await box.delivery(waiting)).toMatchObject({ status: null, waiting: true });
    expect((await box.configurations.of(GROUP)).webhooks.itemStatus).toBe(true);
  });
});

describe('partitions', () => {
  it('are dropped whole when their month is older than the retention', async () => {
    const old = '01800000-0000-7000-8000-000000000000';
    await box.rows(sql`select webhook_partitions_ahead(${'2022-04-06T00:00:00Z'}::timestamptz, 0)`);
    await box.rows(sql`
      insert into webhook_deliveries (group_id, id, kind, body, created_at) values (1, ${old}::uuid, 'itemStatus', '{}', now())`);
    const fresh = await box.deliver();
    const table = sql<{ name: string }>`select tableoid::regclass::text as name from webhook_deliveries where id = ${old}::uuid`;
    expect(await box.rows(table)).toEqual([{ name: 'webhook_deliveries_2022_04' }]);
    await box.partitions.turn();
    expect(await box.rows(table)).toEqual([]);
    expect(await box.delivery(fresh)).toBeDefined();
  });

  it('have their settings of autovacuum, however they were made', async () => {
    await box.rows(sql`
      create table webhook_attempts_2121_01 partition of webhook_attempts
        for values from ('04563918-2400-7000-8000-000000000000') to ('0456d8be-3800-7000-8000-000000000000')`);
    await box.partitions.turn();
    const settings = sql<{ settings: string[] | null }>`
      select distinct reloptions as settings from pg_inherits join pg_class on oid = inhrelid
      where inhparent in ('webhook_deliveries'::regclass, 'webhook_attempts'::regclass)`;
    expect(await box.rows(settings)).toEqual([
      { settings: ['autovacuum_vacuum_scale_factor=0.05', 'autovacuum_analyze_scale_factor=0.02'] },
    ]);
  });
});
