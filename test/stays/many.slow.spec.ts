import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connect, day, type House, SERVICE, startHouse, utc } from './reservations.js';

/** Bytes that the heap may grow by while pages are read: what 6,000 reservations say, as objects, is twice as much. */
const FLAT = 2_000_000;
/** Statements about stays that a page takes at most, however many are on it. */
const OF_PAGE = 6;
const MANY = 6_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house?.stop());

/** Statements that the service has sent about stays. */
let sent = 0;
const { query } = pg.Client.prototype;
beforeEach(() => {
  sent = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const { text, queries } = given[0] as { text?: string; queries?: { text: string }[] };
    sent += (queries ?? [{ text: text ?? '' }]).filter((one) => /\bstays\b/.test(one.text)).length;
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
});
afterEach(() => {
  pg.Client.prototype.query = query;
});

/** Counts the pages that are answered, and looks at the heap at every so many of them. */
function watched(fake: House['mews'] | House['opera'], route: string, every: number) {
  const seen = { pages: 0, heaps: [] as number[] };
  fake.meanwhile = () => {
    seen.pages += fake.seen(route).length;
    // What the fake was asked is no part of what the worker holds.
    const isPage = fake.seen(route).length > 0;
    fake.requests.splice(0);
    if (!isPage || seen.pages % every > 0) return;
    collect();
    seen.heaps.push(process.memoryUsage().heapUsed);
  };
  return seen;
}

/** Beyond the first pages, when all code has run once. */
const growthOf = ({ heaps }: { heaps: readonly number[] }) => Math.max(...heaps.slice(-5)) - Math.max(...heaps.slice(2, 5));

it('6,000 reservations in Mews are read in some statements for each page, and a heap that stays as large', async () => {
  const { mews, service } = house;
  const stay = { ServiceId: SERVICE, ScheduledStartUtc: utc(0), ScheduledEndUtc: utc(1) };
  for (let made = 0; made < MANY; made++) mews.book(stay, { LastName: `Ek ${made}` }, String(made % 500));
  // Texts that were put together are put into one when they are first read, and then take less.
  JSON.stringify(mews.ledger);
  const read = watched(mews, 'POST /api/connector/v1/reservations/getAll/2023-06-06', 1);
  const hotel = await connect(service, 'many-mews', 'mews');
  await hotel.firstRead(120_000);
  expect((await hotel.record()).stays).toBe(MANY);
  expect(read.pages).toBeGreaterThanOrEqual(MANY / 500);
  expect(sent).toBeLessThanOrEqual(read.pages * OF_PAGE);
  expect(growthOf(read)).toBeLessThan(FLAT);
}, 180_000);

it('and so are 6,000 in Opera Cloud, first and again, when nothing has changed', async () => {
  const { opera, service } = house;
  const stay = { arrival: day(-1), departure: day(2), surname: 'Ek', email: 'anna@example.com' };
  for (let made = 0; made < MANY; made++) opera.book({ ...stay, room: String(made % 500) });
  const read = watched(opera, 'GET /rsv/v1/hotels/:hotelId/reservations', 4);
  const hotel = await connect(service, 'many-opera', 'opera');
  await hotel.firstRead(120_000);
  const first = { pages: read.pages, sent };
  expect((await hotel.record()).stays).toBe(MANY);
  expect(first.pages).toBeGreaterThanOrEqual(MANY / 200);
  expect(first.sent).toBeLessThanOrEqual(first.pages * OF_PAGE);
  expect((await hotel.sync(120_000)).stays).toBe(MANY);
  expect(sent - first.sent).toBeLessThan((read.pages - first.pages) * 2);
  expect(growthOf(read)).toBeLessThan(FLAT);
}, 300_000);
