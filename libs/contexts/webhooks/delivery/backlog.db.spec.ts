import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INTEGRATION } from '../../../../test/support/callers.js';
import type { LaneName } from '../domain/lane-name.js';
import { GROUP, outboxFixture } from '../spec/outbox-fixture.js';

const URL = 'http://127.0.0.1:9/hooks';
const MANY = 5_000;
let box: Awaited<ReturnType<typeof outboxFixture>>;

beforeEach(async () => {
  box = await outboxFixture(URL);
});
afterEach(() => box.close());

const endpoint = () => box.endpoints.create(INTEGRATION, { url: URL, events: ['item.created'] });
const counted = async (condition: ReturnType<typeof sql>) =>
  (await box.rows(sql<{ count: number }>`select count(*)::int as count from webhook_deliveries where ${condition}`))[0]!.count;
const waiting = (lane: LaneName) => counted(sql`kind = ${lane}::text and claimable_at is not null`);
const due = (lane: LaneName) => counted(sql`kind = ${lane}::text and redelivery and step = 0 and claimable_at <= now()`);
async function failRemaining() {
  while ((await box.store.failRemaining(1_000)) > 0);
}
async function continueRanges() {
  while (await box.redeliveries.continueRanges());
}

describe('a backlog longer than a statement may take', () => {
  beforeEach(() =>
    box.prepare(`create table written (rows int);
      create function note_written() returns trigger language plpgsql as
        $$ begin insert into written select count(*) from fresh; return null; end $$;
      create trigger note_written after update on webhook_deliveries referencing new table as fresh
        for each statement execute function note_written()`),
  );
  /** The most deliveries that one statement wrote so far. */
  const mostWritten = async () => (await box.rows(sql<{ rows: number }>`select max(rows) as rows from written`))[0]!.rows;

  it('does not keep a kind from being disabled, and ends bit by bit', async () => {
    await box.backlog('itemStatus', MANY);
    await box.store.disable({ group_id: GROUP, kind: 'itemStatus' }, URL, 'failing');
    expect((await box.configurations.of(GROUP)).webhooks.itemStatus).toBe(false);
    expect(await mostWritten()).toBe(200);
    expect(await waiting('itemStatus')).toBeGreaterThan(0);
    await failRemaining();
    expect(await waiting('itemStatus')).toBe(0);
    expect(await counted(sql`status = 'failed' and error = 'endpoint_disabled' and next_attempt_at is null`)).toBe(MANY);
    expect(await mostWritten()).toBe(1_000);
  });

  it('does not keep an endpoint from being deleted, and nothing of it is sent meanwhile', async () => {
    const { id } = await endpoint();
    await box.backlog(`endpoint:${id}`, MANY);
    await box.endpoints.remove(INTEGRATION, id, null);
    expect(await box.endpoints.list(INTEGRATION)).toEqual([]);
    expect(await mostWritten()).toBe(200);
    await box.rows(sql`
      update webhook_deliveries set claimable_at = now() - interval '1 s'
      where id in (select id from webhook_deliveries where claimable_at is not null limit 50)`);
    const { claimed } = await box.store.claim(randomUUID(), [], 100, 100);
    expect(new Set(claimed.map(({ url }) => url))).toEqual(new Set([null]));
    await failRemaining();
    expect(await waiting(`endpoint:${id}`)).toBe(claimed.length);
  });

  it('is redelivered bit by bit, in the order in which it came', async () => {
    const { id } = await endpoint();
    const lane: LaneName = `endpoint:${id}`;
    await box.backlog(lane, MANY);
    expect(await box.redeliveries.begin(GROUP, { status: 'failed', endpointID: id })).toBe(MANY);
    const first = await due(lane);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(MANY);
    expect(await counted(sql`redelivery and subject_id > ${first}::int`)).toBe(0);
    await continueRanges();
    expect(await due(lane)).toBe(MANY);
    expect(await mostWritten()).toBe(200);
    expect(await box.rows(sql`select from webhook_redeliveries`)).toEqual([]);
  });
});

describe('what waits', () => {
  it('while the Group itself has switched a kind off is kept until it is due', async () => {
    await box.backlog('itemStatus', 3);
    await box.configurations.change(INTEGRATION, { webhooks: { itemStatus: false } });
    await failRemaining();
    expect(await waiting('itemStatus')).toBe(3);
  });

  it('is kept when what the service disabled has been switched on again, or off by the Group', async () => {
    await box.store.disable({ group_id: GROUP, kind: 'itemStatus' }, URL, 'gone');
    await box.backlog('itemStatus', 3);
    await box.configurations.change(INTEGRATION, { webhooks: { itemStatus: true } });
    await failRemaining();
    await box.configurations.change(INTEGRATION, { webhooks: { itemStatus: false } });
    await failRemaining();
    expect(await waiting('itemStatus')).toBe(3);
  });

  it('for another endpoint is kept', async () => {
    const [gone, other] = [await endpoint(), await endpoint()];
    await box.backlog(`endpoint:${gone.id}`, 1_000);
    await box.backlog(`endpoint:${other.id}`, 3, '01990000-0001');
    await box.endpoints.remove(INTEGRATION, gone.id, null);
    await failRemaining();
    expect([await waiting(`endpoint:${gone.id}`), await waiting(`endpoint:${other.id}`)]).toEqual([0, 3]);
  });
});

describe('a range that is redelivered', () => {
  it('ends where its endpoint is deleted meanwhile', async () => {
    const { id } = await endpoint();
    await box.backlog(`endpoint:${id}`, 1_000);
    await box.redeliveries.begin(GROUP, { status: 'failed' });
    await box.endpoints.remove(INTEGRATION, id, null);
    await failRemaining();
    await continueRanges();
    expect(await waiting(`endpoint:${id}`)).toBe(0);
    expect(await box.rows(sql`select from webhook_redeliveries`)).toEqual([]);
  });

  it('ends with the last event that stood in it when it was begun', async () => {
    const { id } = await endpoint();
    await box.backlog(`endpoint:${id}`, 1_000);
    expect(await box.redeliveries.begin(GROUP, { status: 'failed' })).toBe(1_000);
    await box.backlog(`endpoint:${id}`, 500, '01990000-0001');
    await continueRanges();
    expect(await due(`endpoint:${id}`)).toBe(1_000);
  });

  it('holds up nothing that others commit meanwhile', async () => {
    await box.backlog('itemStatus', 1);
    const unlock = await box.lock('01990000-0000-7000-8000-000000000001');
    // As many as transactions of a group commit are under way at once.
    const begun: Promise<number>[] = [];
    for (const hanging of [1, 2]) {
      begun.push(box.redeliveries.begin(GROUP, { status: 'failed' }));
      await vi.waitFor(async () => expect(await box.hanging()).toBe(hanging), 50_000);
    }
    await box.configurations.change(INTEGRATION, { webhooks: { requestStatus: true } });
    expect(await box.hanging()).toBe(2);
    await unlock();
    expect(await Promise.all(begun)).toEqual([1, 1]);
  });

  it('holds only its events, of its time, outcome and lanes', async () => {
    const [told, other] = [await endpoint(), await endpoint()];
    await box.backlog(`endpoint:${told.id}`, 1_000);
    await box.backlog(`endpoint:${told.id}`, 1_000, '01990000-0001');
    await box.backlog(`endpoint:${other.id}`, 1_000, '01990000-0002');
    await box.prepare(
      `update webhook_deliveries set event = case when subject_id <= 500 then 'item.created' else 'item.status' end`,
    );
    await box.prepare(`update webhook_deliveries set status = 'success', claimable_at = null where subject_id % 2 = 0`);
    const before = new Date(0x019900000000);
    const range = { endDate: before, type: 'item.status', endpointID: told.id } as const;
    expect(await box.redeliveries.begin(GROUP, { ...range, status: 'success' })).toBe(250);
    await continueRanges();
    expect(
      await box.rows(sql`
      select count(*)::int as count, min(subject_id) as first,
        bool_and(status = 'success' and id < '01990000-0001-7000-8000-000000000000') as apt
      from webhook_deliveries where redelivery`),
    ).toEqual([{ count: 250, first: 502, apt: true }]);
    expect(await box.redeliveries.begin(GROUP, { status: 'failed' })).toBe(1_500);
    await continueRanges();
    expect(await counted(sql`redelivery`)).toBe(1_750);
  });
});
