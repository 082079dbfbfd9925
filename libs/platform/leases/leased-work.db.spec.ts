import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Metrics, Watchdog } from '#platform/observability';
import { openDatabase } from '../../../test/support/database.js';
import { type Lease, LeasedRows, LeasedWork } from './index.js';

interface Call {
  group_id: number;
  id: string;
  attempts: number;
}

const TIMES = { length: 60_000, renewal: 20, margin: 1_000, check: 5 };

let opened: Awaited<ReturnType<typeof openDatabase>>;
let database: Database;

beforeEach(async () => {
  opened = await openDatabase();
  database = opened.database;
  await query(sql`
    create table calls (group_id int, id uuid, claimable_at timestamptz(3), lease_token uuid, attempts int not null default 0,
      primary key (group_id, id))`);
  await query(sql`
    insert into calls (group_id, id, claimable_at)
    select 1, ('00000000-0000-4000-8000-00000000000' || n)::uuid, now() - n * interval '1 minute' from generate_series(1, 3) n`);
});
afterEach(() => opened.close());

const query = <Row>(text: ReturnType<typeof sql<Row>>) => database.query(statement(text));
const numberOf = ({ work }: Lease<Call>) => work.id.at(-1);
const states = () =>
  query(sql<{ n: string; attempts: number; held: boolean; due: boolean | null }>`
    select right(id::text, 1) as n, attempts, lease_token is not null as held, claimable_at <= now() as due from calls order by id`);

/** A worker as a context has it: its own order, and what it says of its table. */
function worker(times = TIMES) {
  const rows = new LeasedRows<Pick<Call, 'group_id' | 'id'>>(database, new Clock(), {
    table: sql`calls`,
    key: { group_id: 'int', id: 'uuid' },
    length: times.length,
  });
  const leasing = {
    rows,
    nameOf: ({ group_id, id }: Call) => `${group_id}/${id}`,
    release: (token: string, untried: readonly Call[]) =>
      rows.change(token, untried, sql`${rows.left(rows.now)}, attempts = attempts - 1`),
    close: (token: string, ended: readonly { lease: Lease<Call> }[]) =>
      rows.change(
        token,
        ended.map(({ lease }) => lease.work),
        rows.left(),
      ),
    times,
    most: 2,
  };
  const work = new LeasedWork<Call, { lease: Lease<Call> }>('call', leasing, new Watchdog(new Metrics()));
  const claim = () =>
    work.claim(async (free) => ({
      claimed: await query(sql<Call>`
        with due as materialized (${rows.firstDue(sql`w.group_id = 1`, sql`${free}::int`, sql`w.group_id, w.id`)})
        update calls w set ${rows.taken(work.token)}, attempts = w.attempts + 1 from due where ${rows.isSame('due')}
        returning w.group_id, w.id, w.attempts`),
    }));
  return { rows, work, claim, leases: async () => (await claim())?.leases ?? [] };
}

describe('leased work', () => {
  it('is taken by one worker at a time, the longest due first, and no more than it may hold', async () => {
    const [one, other] = [worker(), worker()];
    expect((await one.leases()).map(numberOf).sort()).toEqual(['2', '3']);
    expect(await one.claim()).toBeNull();
    expect((await other.leases()).map(numberOf)).toEqual(['1']);
    expect(await other.leases()).toEqual([]);
  });

  it('is shared by workers that claim at once', async () => {
    const claims = await Promise.all([worker().leases(), worker().leases(), worker().leases()]);
    expect(claims.flat().map(numberOf).sort()).toEqual(['1', '2', '3']);
  });

  it('is changed, and its end written, by the worker alone that holds it', async () => {
    const [one, other] = [worker(), worker()];
    const [lease] = (await one.leases()) as [Lease<Call>];
    await other.rows.change(other.work.token, [lease.work], sql`attempts = 9`);
    one.work.close({ lease });
    const ended = { n: numberOf(lease), attempts: 1, held: false, due: null };
    await vi.waitFor(async () => expect(await states()).toContainEqual(ended), 5_000);
  });

  it('is counted as a backlog until it is taken', async () => {
    const one = worker();
    const backlog = () =>
      query(sql<{ due: number; old: boolean }>`
        select due::int, oldest < now() - interval '150 s' as old from (${one.rows.backlog(sql`w.group_id = 1`)}) waiting`);
    expect(await backlog()).toEqual([{ due: 3, old: true }]);
    await one.leases();
    expect(await backlog()).toEqual([{ due: 1, old: false }]);
  });
});

describe('a lease', () => {
  it('is renewed while the work goes on', async () => {
    const one = worker();
    one.work.start(() => undefined);
    const leases = await one.leases();
    const ends = leases.map(({ endsAt }) => endsAt);
    const [before] = await query(sql<{ until: string }>`select max(claimable_at)::text as until from calls`);
    await vi.waitFor(() => expect(leases.every(({ endsAt }, at) => endsAt > ends[at]!)).toBe(true), 5_000);
    const renewed = sql`select from calls where claimable_at > ${before!.until}::timestamptz`;
    expect(await query(renewed)).toHaveLength(2);
    await one.work.stop(0);
  });

  it('of a worker that died ends, and the work is taken again; the dead one changes nothing any more', async () => {
    const [dead, other] = [worker(), worker()];
    const lost = await dead.leases();
    await query(sql`update calls set claimable_at = now() - interval '1 hour' where lease_token is not null`);
    expect((await other.leases()).map(numberOf).sort()).toEqual(lost.map(numberOf).sort());
    await dead.rows.change(
      dead.work.token,
      lost.map(({ work }) => work),
      dead.rows.left(),
    );
    const taken = lost.map((lease) => ({ n: numberOf(lease), attempts: 2, held: true, due: false }));
    expect(await states()).toEqual(expect.arrayContaining(taken));
  });

  it('that is about to end ends what is done under it; what was not begun is given back', async () => {
    const one = worker({ ...TIMES, margin: TIMES.length + 1 });
    const [begun, untried] = (await one.leases()) as [Lease<Call>, Lease<Call>];
    const stop = vi.fn();
    Object.assign(begun, { isSent: true, stop });
    expect([one.work.mayBegin(begun), stop.mock.calls.length]).toEqual([false, 0]);
    const again = await one.leases();
    expect([begun.isLost, stop.mock.calls.length, untried.isLost]).toEqual([true, 1, true]);
    expect(again.map(({ work }) => work)).toContainEqual({ group_id: 1, id: untried.work.id, attempts: 1 });
    expect(again.map(numberOf)).not.toContain(numberOf(begun));
  });
});

describe('a worker that stops', () => {
  it('gives back what was not begun, and leaves what may have arrived to the next one at once', async () => {
    const one = worker();
    const [begun, untried] = (await one.leases()) as [Lease<Call>, Lease<Call>];
    begun.isSent = true;
    await one.work.stop(0);
    const left = [
      { n: numberOf(begun), attempts: 1, held: true, due: true },
      { n: numberOf(untried), attempts: 0, held: false, due: true },
    ];
    expect(await states()).toEqual(expect.arrayContaining(left));
  });

  it('waits for what is under way', async () => {
    const one = worker();
    const leases = await one.leases();
    for (const lease of leases) lease.isSent = true;
    const stopped = one.work.stop(60_000);
    for (const lease of leases) one.work.close({ lease });
    await stopped;
    const ended = leases.map((lease) => ({ n: numberOf(lease), attempts: 1, held: false, due: null }));
    expect(await states()).toEqual(expect.arrayContaining(ended));
  });
});
