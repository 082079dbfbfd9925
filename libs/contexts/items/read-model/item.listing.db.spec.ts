import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepared } from '#platform/database';
import type { Caller, PageRequest } from '#platform/kernel';
import { INTEGRATION, userWith } from '../../../../test/support/callers.js';
import { createDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { type ItemFilters, listing } from './item.listing.js';

const ROWS = 10_000;
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
    select 1, n, 'demo:' || n, 'Hotel', '{"countryID":"NL"}', '{}', 90, 90, 0, '{}', '{}', true, 1, now(), now() from generate_series(1, 40) n;
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
  await client.query('vacuum analyze items');
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}

/** How PostgreSQL finds a page: every step of its plan. */
async function planOf(statement: ReturnType<typeof listing>): Promise<Plan[]> {
  const { text, values } = prepared(statement.compile());
  const { rows } = await client.query({ text: `explain (format json) ${text}`, values });
  const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];
  return steps(rows[0]['QUERY PLAN'][0].Plan);
}

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000);

type Listing = [index: string | RegExp, filters: ItemFilters, caller?: Caller, request?: Partial<PageRequest>];

/** Pages that are read in the order of their index, as far as they go. */
const IN_ORDER: Record<string, Listing> = {
  'no filter': ['items_pkey', {}],
  'a far page': ['items_pkey', {}, INTEGRATION, { after: 1_000 }],
  'a frequent status': ['items_by_status', { status: 'finished' }],
  'a rare status': ['items_by_status', { status: 'wrong-owner' }],
  'a Location': ['items_by_location', { locationID: 'demo:3' }],
  'a Location with a status it never has': ['items_by_status', { locationID: 'demo:3', status: 'expired' }],
  'a frequent category': ['items_pkey', { category: 'bag' }],
  'a frequent color': ['items_pkey', { color: 'black' }],
  'what changed since the beginning': ['items_pkey', { updatedSince: minute(0) }],
  'a scope of many Locations': ['items_pkey', {}, scoped(...Array.from({ length: 30 }, (_, n) => `demo:${n + 1}`))],
};

/** Pages of which few items can be meant: all of them are found, then sorted. */
const SORTED: Record<string, Listing> = {
  'a rare category': ['items_by_category', { category: 'toy' }],
  'an unused category': ['items_by_category', { category: 'jewelry' }],
  'a rare color': ['items_by_color', { color: 'mint' }],
  'words of many items': ['items_search', { q: 'umbr' }],
  'words of few items': ['items_search', { q: 'valise room 7' }],
  'words of one old item': ['items_search', { q: 'stradi' }],
  'words of no item': ['items_search', { q: 'submarine' }],
  'words and filters': ['items_by_status', { q: 'lefevre', status: 'wrong-owner', color: 'red' }],
  'words within a few Locations': ['items_by_location', { q: 'umbrella' }, scoped('demo:40', 'demo:41')],
  'the newest': ['items_by_creation', { createdFrom: minute(ROWS - 100) }],
  'the oldest': ['items_by_creation', { createdTo: minute(100) }],
  'an hour in the middle': ['items_by_creation', { createdFrom: minute(4_500), createdTo: minute(4_560) }],
  'what changed lately': ['items_by_update', { updatedSince: minute(ROWS - 100) }],
  'a small scope': [/^items_by_(location|date)$/, {}, scoped('demo:40')],
  // No row can be in it: an index that holds none does as well.
  'a scope without a Location': [/^items_/, {}, scoped()],
  'a small scope with a filter': [/^items_by_(location|date)$/, { color: 'black' }, scoped('demo:40', 'demo:39')],
};

describe('the items listing over many items', () => {
  const planFor = ([, filters, caller = INTEGRATION, request]: Listing) =>
    planOf(listing(caller, filters, { ...firstPage, ...request }));

  it.each(Object.entries({ ...IN_ORDER, ...SORTED }))('%s is found by an index', async (_name, found) => {
    const plan = await planFor(found);
    const whole = plan.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === 'items');
    expect(whole).toEqual([]);
    const indexes = plan.flatMap((step) => step['Index Name'] ?? []);
    expect(indexes).toContainEqual(typeof found[0] === 'string' ? found[0] : expect.stringMatching(found[0]));
  });

  it.each(Object.entries(IN_ORDER))('%s is read in the order of its index', async (_name, found) => {
    expect((await planFor(found)).filter((step) => step['Node Type'].includes('Sort'))).toEqual([]);
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
    expect(await ids({ q: 'umbrella' }, { after: 2_500 })).toEqual(umbrellas.filter((id) => id < 2_500).slice(0, 11));
    const room = await every(`item like 'Valise%' and location = 'Room 7'`);
    const found = await ids({ q: 'valise "room 7' }, { limit: 1000 });
    expect(found).toEqual(expect.arrayContaining(room.slice(0, 10)));
    expect(await ids({ q: 'stradivari' })).toEqual([7]);
  });
});
