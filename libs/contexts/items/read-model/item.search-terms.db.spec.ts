import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counting, prepared, type Statement, statement } from '#platform/database';
import type { PageRequest } from '#platform/kernel';
import { INTEGRATION, userWith } from '../../../../test/support/callers.js';
import { createDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { ItemFilters } from './item.filters.js';
import { listing } from './item.listing.js';
import { newestWithAny } from './item.search-terms.js';
import { countedOf } from './item.totals.js';

const ITEMS = 600;
/** The IDs are so far apart that 61 parts of the index of keys have ten items each. */
const APART = 1_638;
const LONG = 'ä'.repeat(900);

let database: TestDatabase;
let client: pg.Client;

/** Two Groups with the same items; the Location, color and status go by the number, and every seventh is an umbrella. */
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into groups (code, name, created_at) values ('demo', 'demo', now()), ('other', 'other', now());
    insert into items (group_id, id, location_id, item, location, departured_date, shipping, colors, categories, owner, status,
      storage_expires_at, version, created_at, updated_at)
    select g, n * ${APART}, (array['demo', 'other'])[g] || ':' || 1 + n % 3, case when n % 7 = 0 then 'Umbrella' else 'Book' end
        || case when n = 100 then ' Toy' when n = 200 then ' ${LONG}' else '' end, 'Room ' || n, '2026-11-20', '{}',
      array[case when n % 5 = 0 then 'mint' else 'black' end], array[case when n % 2 = 0 then 'toy' else 'bag' end],
      '{"lastName":"Lefèvre"}', case when n % 50 = 0 then 'deleted' when n % 4 = 0 then 'finished' else 'waiting-response' end,
      timestamptz '2027-01-01 00:00Z' - n * interval '1 hour', 1,
      timestamptz '2026-01-01 00:00Z' + n * interval '1 hour', timestamptz '2026-01-01 00:00Z' + (n * 37 % ${ITEMS}) * interval '1 hour'
    from generate_series(1, 2) g, generate_series(1, ${ITEMS}) n;`);
  await client.query('vacuum analyze items');
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const rows = async <Row extends pg.QueryResultRow>(asked: Statement<Row>) => {
  const { text, values } = prepared(asked.compile());
  return (await client.query<Row>({ text, values })).rows;
};

/** The numbers of the items of a page, and of one more. */
const page = async (filters: ItemFilters, request: Partial<PageRequest> = {}, caller = INTEGRATION) =>
  (await rows(listing(caller, filters, { limit: 20, page: 1, ...request }))).map(({ id }) => id / APART);

/** The numbers of the items that a condition over their number chooses, newest first; every fiftieth is deleted. */
const every = (chosen: (n: number) => boolean) =>
  Array.from({ length: ITEMS }, (_, n) => ITEMS - n).filter((n) => n % 50 !== 0 && chosen(n));

const umbrellas = every((n) => n % 7 === 0);

describe('a search of the index of keys', () => {
  it('lists the items of all parts, newest first', async () => {
    expect(await page({ q: 'umbr' })).toEqual(umbrellas.slice(0, 21));
    expect(await page({ q: 'umbr' }, { page: 4 })).toEqual(umbrellas.slice(60, 81));
    expect(await page({ q: 'umbr' }, { page: 5 })).toEqual(umbrellas.slice(80));
    expect(await page({ q: 'umbr' }, { after: String(301 * APART) })).toEqual(umbrellas.filter((n) => n < 301).slice(0, 21));
    expect(await page({ q: 'umbrella room' }, { limit: 1000 })).toEqual(umbrellas);
  });

  it('takes the other filters too', async () => {
    expect(await page({ q: 'umbrella', color: 'mint', status: ['finished'] })).toEqual(every((n) => n % 140 === 0));
    expect(await page({ q: 'umbrella', locationID: 'demo:2' })).toEqual(every((n) => n % 21 === 7).slice(0, 21));
    expect(await page({ color: 'mint', category: 'bag' }, { limit: 1000 })).toEqual(every((n) => n % 10 === 5));
    expect(await page({ color: 'mint' }, { limit: 1000, page: 2_147_483 })).toEqual([]);
    const early = { q: 'umbrella', createdTo: new Date('2026-01-03T00:00Z') };
    expect(await page(early)).toEqual(every((n) => n % 7 === 0 && n <= 48));
  });

  it('keeps to the orders by time', async () => {
    const changed = (n: number) => (n * 37) % ITEMS;
    const byChange = umbrellas.toSorted((one, other) => changed(one) - changed(other) || one - other);
    expect(await page({ q: 'umbrella' }, { sort: 'updated' })).toEqual(byChange.slice(0, 21));
    expect(await page({ q: 'umbrella' }, { sort: 'updated', page: 3 })).toEqual(byChange.slice(40, 61));
  });

  it('finds nothing that the caller has no access to', async () => {
    expect(await page({ q: 'umbrella' }, {}, userWith('group_admin', 'demo:2'))).toEqual(every((n) => n % 21 === 7).slice(0, 21));
    expect(await page({ q: 'umbrella' }, {}, userWith('group_admin', 'other:2'))).toEqual([]);
    expect(await page({ q: 'umbrella' }, {}, userWith('group_admin'))).toEqual([]);
  });

  it('counts', async () => {
    const count = async (filters: ItemFilters) => (await rows(counting(countedOf(INTEGRATION, filters))))[0]?.total;
    expect(await count({ q: 'umbrella' })).toBe(umbrellas.length);
    expect(await count({ color: 'mint', category: 'bag' })).toBe(every((n) => n % 10 === 5).length);
    expect(await count({ q: 'nothing' })).toBe(0);
    expect(await count({ q: '7' })).toBe(every((n) => `${n}`.startsWith('7')).length);
  });

  it('takes whatever is asked for a text', async () => {
    for (const q of ['!!!', '\u0001', `'`, `\\`, `' | '`, '€', '@', ':*', '& |']) expect(await page({ q })).toEqual([]);
    expect(await page({ q: 'umbrella', locationID: `demo:1' | '\\` })).toEqual([]);
  });

  it('finds an item by a word that is longer than a key may be', async () => {
    await client.query(`update items set item = $1 where id = ${199 * APART}`, [`${LONG} ${'x'.repeat(2_040)}`]);
    expect(await page({ q: LONG.slice(0, 200) })).toEqual([199]);
    expect(await page({ q: 'x'.repeat(250) })).toEqual([199]);
    expect(await page({ q: `${'x'.repeat(250)}y` })).toEqual([]);
  });

  it('reads only parts that there are, whatever item it should continue after', async () => {
    const far = listing(INTEGRATION, { q: 'umbrella' }, { limit: 20, page: 1, after: '2147483647' });
    const { text, values } = prepared(far.compile());
    const plan = (await client.query({ text: `explain (analyze, format json) ${text}`, values })).rows[0]['QUERY PLAN'];
    expect(
      Number(/"Index Name": "items_sought".{0,400}?"Actual Loops": (\d+)/s.exec(JSON.stringify(plan, null, 1))?.[1]),
    ).toBeLessThan(62);
    expect(await page({ q: 'umbrella' }, { after: '2147483647' })).toEqual(umbrellas.slice(0, 21));
  });

  it('takes a word for a word, and not for a category of that name', async () => {
    const found = newestWithAny(sql`1`, sql`${['toy']}`, sql<boolean>`true`, 10);
    expect(await rows(statement<{ id: number }>(sql`select id from ${found} found`))).toEqual([]);
    await client.query(`update items set status = 'finished' where id = ${100 * APART}`);
    expect(await rows(statement<{ id: number }>(sql`select id from ${found} found`))).toEqual([{ id: 100 * APART }]);
  });
});
