import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { prepared } from '#platform/database';
import type { Caller, PageRequest } from '#platform/kernel';
import { INTEGRATION, userWith } from '../../../../test/support/callers.js';
import { connected, createDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { planOf } from '../../../../test/support/plan.js';
import type { ItemFilters } from './item.filters.js';
import { listing } from './item.listing.js';

const ROWS = 10_000;
/** A listing that goes through the table touches ten times as many. */
const MOST_BLOCKS = 600;
/** Of words, all matches of a part of the items are read at least, and these here are of one part: 2,000 umbrellas. */
const BLOCKS_OF_A_PART = 2_200;
const scoped = (...locationIDs: string[]) => userWith('group_admin', ...locationIDs);
const firstPage: PageRequest = { limit: 10, page: 1 };

let database: TestDatabase;
let client: pg.Client;

/**
 * Two Groups; in the first 10,000 items at 40 Locations, one a minute, one in a hundred deleted. Their pages are left nearly empty, so
 * that the table is as long as one of 100,000: PostgreSQL finds them as it finds 200,000, and they are made in a second.
 */
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into groups (code, name, created_at) values ('demo', 'demo', now()), ('other', 'other', now());
    insert into locations (group_id, id, location_id, name, address, contact_details, item_storage_days,
      days_before_request_expires, storage_after_item_storage_days, pickup_details, options, active, version, created_at, updated_at)
    select 1, n, 'demo:' || n, 'Hotel', '{"countryID":"NL"}', '{}', 90, 90, 0, '{}', '{}', true, 1, now(), now()
    from generate_series(1, 40) n;
  `);
  await client.query('alter table items set (fillfactor = 10)');
  await client.query(`
    insert into items (group_id, id, location_id, item, location, departured_date, shipping, colors, categories, owner, status,
      storage_expires_at, version, created_at, updated_at)
    select 1, n, 'demo:' || case when n % 250 = 0 then 40 else 1 + n % 39 end,
      (array['Umbrella', 'Phone charger', 'Valise cabine', 'Black jacket', 'Book'])[1 + n % 5]
        || case when n = 7 then ' Stradivari' else '' end, 'Room ' || n % 900, '2026-11-20', '{}',
      case when n % 1000 = 0 then array['mint'] else array[(array['black', 'blue', 'red'])[1 + n % 3]] end,
      case when n % 1000 = 0 then array['toy'] else array['bag', 'clothing'] end,
      json_build_object('firstName', 'Zoë', 'lastName', 'Lefèvre', 'contactEmail', 'guest' || n || '@example.com'),
      case when n % 100 = 0 then 'deleted' when n % 1000 = 1 then 'wrong-owner' else (array['finished', 'waiting-response'])[1 + n % 2] end,
      now(), 1, timestamptz '2026-01-01 00:00Z' + n * interval '1 minute', timestamptz '2026-01-01 00:00Z' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n
  `);
  // Only what is flushed is known to be visible to all, and then read from an index alone.
  await client.query('checkpoint');
  await client.query('vacuum analyze items');
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000);

type Listing = [index: string | RegExp, filters: ItemFilters, request?: Partial<PageRequest>, caller?: Caller];

/** Pages, each with the index that it is found by. */
const PAGES: Record<string, Listing> = {
  'no filter': [/^items_(pkey|listed)$/, {}],
  'a far page': [/^items_(pkey|listed)$/, {}, { after: '1000' }],
  'a frequent status': ['items_by_status', { status: ['finished'] }],
  'a rare status': ['items_by_status', { status: ['wrong-owner'] }],
  'several statuses': ['items_by_status', { status: ['wrong-owner', 'finished', 'expired'] }],
  'a Location': ['items_by_place', { locationID: 'demo:3' }],
  'a Location with a status it never has': ['items_by_place', { locationID: 'demo:3', status: ['expired'] }],
  'a Location with two statuses': ['items_by_place', { locationID: 'demo:3', status: ['waiting-response', 'finished'] }],
  'a frequent category': ['items_listed', { category: 'bag' }],
  'a frequent color and a status': ['items_listed', { color: 'black', status: ['finished'] }],
  'page 100 of a frequent color': ['items_listed', { color: 'black' }, { page: 100 }],
  'items with a contact': ['items_listed', { hasContact: true }],
  'an unused category': ['items_listed', { category: 'jewelry' }],
  'what changed since the beginning': ['items_pkey', { updatedSince: minute(0) }],
  'what changed lately': ['items_by_change', { updatedSince: minute(ROWS - 100) }],
  'what was registered since the beginning': ['items_by_made', { createdFrom: minute(0) }],
  'the newest': ['items_by_made', { createdFrom: minute(ROWS - 100) }],
  'the oldest': ['items_by_made', { createdTo: minute(100) }],
  'an hour in the middle': ['items_by_made', { createdFrom: minute(4_500), createdTo: minute(4_560) }],
  'all but the newest': ['items_by_made', { createdTo: minute(5_000) }, { after: '4000' }],
  'the least recently changed': ['items_by_change', {}, { sort: 'updated' }],
  'the soonest to expire': ['items_by_expiry', {}, { sort: 'expires' }],
  'a key': ['items_external_id', { externalID: 'none' }],
  'a reservation': ['items_by_reservation', { reservationNumber: 'R-1' }],
  'words of many items': ['items_sought', { q: 'umbr' }],
  'words within a few Locations': ['items_sought', { q: 'umbrella' }, {}, scoped('demo:4', 'demo:5')],
  'a small scope': ['items_by_place', {}, {}, scoped('demo:40')],
  'a scope without a Location': [/^items_/, {}, {}, scoped()],
  'a small scope with a filter': ['items_listed', { color: 'black' }, {}, scoped('demo:40', 'demo:39')],
  'a scope of many Locations': [
    /^items_(pkey|listed)$/,
    {},
    {},
    scoped(...Array.from({ length: 30 }, (_, n) => `demo:${n + 1}`)),
  ],
};

describe('the items listing over many items', () => {
  it.each(Object.entries(PAGES))('%s is found by an index, and little of it is read', async (_name, found) => {
    const [index, filters, request, caller = INTEGRATION] = found;
    const plan = await planOf(client, listing(caller, filters, { ...firstPage, ...request }));
    expect(plan.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === 'items')).toEqual([]);
    const indexes = plan.flatMap((step) => step['Index Name'] ?? []);
    expect(indexes).toContainEqual(typeof index === 'string' ? index : expect.stringMatching(index));
    const most = filters.q ? BLOCKS_OF_A_PART : MOST_BLOCKS;
    expect(plan[0]!['Shared Hit Blocks'] + plan[0]!['Shared Read Blocks']).toBeLessThan(most);
  });

  it.each([1, 3, 30])('for a user of %s Locations looks at a few items of each', async (count) => {
    const plan = await planOf(
      client,
      listing(scoped(...Array.from({ length: count }, (_, n) => `demo:${n + 1}`)), {}, firstPage),
    );
    const looked = plan.filter((step) => step['Index Name']).map((step) => step['Actual Rows'] * step['Actual Loops']);
    expect(Math.max(...looked)).toBeLessThan(500);
  });

  it('is estimated, of a million items, to cost less than what PostgreSQL would compile', async () => {
    const superuser = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname });
    const costs = await connected(superuser.href, async (as) => {
      await as.query('begin');
      // The planner takes rows for each page of a table from here, and counts the pages itself.
      await as.query(`update pg_class set reltuples = 100 * reltuples where relname ~ '^items'`);
      const found: [string, number][] = [];
      for (const [name, [, filters, request, caller = INTEGRATION]] of Object.entries(PAGES)) {
        const { text, values } = prepared(listing(caller, filters, { ...firstPage, ...request }).compile());
        const { rows } = await as.query({ text: `explain (format json) ${text}`, values });
        found.push([name, rows[0]['QUERY PLAN'][0].Plan['Total Cost']]);
      }
      await as.query('rollback');
      return found;
    });
    const [{ jit_above_cost: most }] = (await client.query('show jit_above_cost')).rows;
    expect(costs).toHaveLength(Object.keys(PAGES).length);
    expect(costs.filter(([, cost]) => cost >= Number(most))).toEqual([]);
  });

  it('gives the same items, in the same order, whether or not the index of words was asked', async () => {
    const ids = async (filters: ItemFilters, request: Partial<PageRequest> = {}) => {
      const { text, values } = prepared(listing(INTEGRATION, filters, { ...firstPage, ...request }).compile());
      return (await client.query<{ id: number }>({ text, values })).rows.map(({ id }) => id);
    };
    const every = async (condition: string) =>
      (
        await client.query(`select id from items where group_id = 1 and status <> 'deleted' and ${condition} order by id desc`)
      ).rows.map(({ id }) => id as number);
    const umbrellas = await every(`item like 'Umbrella%'`);
    expect(await ids({ q: 'umbrella' })).toEqual(umbrellas.slice(0, 11));
    expect(await ids({ q: 'umbrella' }, { page: 100 })).toEqual(umbrellas.slice(990, 1001));
    expect(await ids({ q: 'umbrella' }, { after: '2500' })).toEqual(umbrellas.filter((id) => id < 2_500).slice(0, 11));
    const room = await every(`item like 'Valise%' and location = 'Room 7'`);
    const found = await ids({ q: 'valise "room 7' }, { limit: 1000 });
    expect(found).toEqual(expect.arrayContaining(room.slice(0, 10)));
    expect(await ids({ q: 'stradivari' })).toEqual([7]);
  });
});
