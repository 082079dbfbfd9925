import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeSendcloud } from '#fakes';
import { startWorker } from '../support/worker.js';
import { type Shipping, startShipping } from './parcels.js';

const MANY = 10_000;
/** Seconds that are looked at. */
const WATCHED = 12;
const PARCEL = 'GET /api/v3/shipments/:id';

let sendcloud: FakeSendcloud;
let hotel: Shipping;
let worker: INestApplicationContext | undefined;
beforeAll(async () => {
  sendcloud = await new FakeSendcloud().start();
  hotel = await startShipping('sendcloud', sendcloud, { pace: {} });
});
afterAll(async () => {
  await worker?.close();
  await hotel?.stop();
  await sendcloud?.stop();
});

/** What PostgreSQL has read of the table of labels so far: rows one by one, and rows that an index named. */
async function readSoFar(): Promise<{ all: number; byIndex: number }> {
  const [read] = await hotel.sql(`
    select seq_tup_read::int as all, (select sum(idx_tup_read)::int from pg_stat_user_indexes i where i.relid = t.relid) as "byIndex"
    from pg_stat_user_tables t where relname = 'parcel_labels'`);
  return read;
}

it('ten thousand silent parcels cost less than a call a second, evenly, and no look at those that wait', async () => {
  const itemID = await hotel.toSend();
  expect((await hotel.ship(itemID)).status).toBe(201);
  // As many more of the same, bought in one moment hours ago, so that all are due at once.
  await hotel.sql(
    `insert into parcel_labels (group_id, item_id, try, reference, connection_id, state, label_id, tracking_number, bought_at,
       asked_at, claimable_at)
     select group_id, item_id, n, item_id || '-' || n, connection_id, state, label_id, tracking_number, bought_at, asked_at,
       now() - interval '1 hour'
     from parcel_labels, generate_series(2, $1::int) n`,
    [MANY],
  );
  await hotel.sql('vacuum analyze parcel_labels');
  const before = await readSoFar();
  const asked: number[] = [];
  const begun = performance.now();
  worker = await startWorker(hotel.options);
  for (let known = 0; performance.now() - begun < WATCHED * 1_000; ) {
    const { length } = sendcloud.seen(PARCEL);
    for (; known < length; known++) asked.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await worker.close();
  worker = undefined;
  expect(asked.length).toBeGreaterThan(WATCHED / 3);
  expect(asked.length).toBeLessThanOrEqual(WATCHED);
  const pauses = asked.slice(1).map((at, index) => at - asked[index]!);
  expect(Math.min(...pauses)).toBeGreaterThan(500);

  // Each is due six hours after it was asked about: however they began, 10,000 are one in 2.16 seconds.
  const [{ again, rate }] = await hotel.sql(`
    select count(*)::int as again, ${MANY} / extract(epoch from min(claimable_at) - now()) as rate
    from parcel_labels where claimable_at > now() + interval '5 hours'`);
  expect(again).toBeGreaterThanOrEqual(asked.length);
  expect(Number(rate)).toBeLessThan(0.6);

  const after = await readSoFar();
  // No statement goes through the table, and a tick looks at a few rows, though thousands are due.
  expect(after.all - before.all).toBeLessThan(MANY);
  expect((after.byIndex - before.byIndex) / WATCHED).toBeLessThan(50);
});
