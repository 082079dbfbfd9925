import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepared } from '#platform/database';
import type { Caller, PageRequest } from '#platform/kernel';
import { createDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { type ItemFilters, listing } from './item.listing.js';

const ROWS = 200_000;
const integration: Caller = {
  group: { id: 1, code: 'demo' },
  actor: { type: 'integration', tokenID: 't1' },
  role: 'group_admin',
  scope: { all: true },
  requestID: null,
};
const scoped = (...locationIDs: string[]): Caller => ({ ...integration, scope: { all: false, locationIDs } });
const firstPage: PageRequest = { limit: 10, page: 1 };

let database: TestDatabase;
let client: pg.Client;

/** Two Groups; in the first 200,000 items at 40 Locations, one a minute, one in a hundred deleted. */
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
  await client.query(`
    insert into items (group_id, id, location_id, item, location, departured_date, shipping, colors, categories, owner, status,
      storage_expires_at, version, created_at, updated_at)
    select 1, n, 'demo:' || case when n % 5000 = 0 then 40 else 1 + n % 39 end,
      (array['Umbrella', 'Phone charger', 'Valise cabine', 'Black jacket', 'Book'])[1 + n % 5]
        || case when n = 7 then ' Stradivari' else '' end, 'Room ' || n % 900, '2026-11-20', '{}',
      case when n % 20000 = 0 then array['mint'] else array[(array['black', 'blue', 'red'])[1 + n % 3]] end,
      case when n % 20000 = 0 then array['toy'] else array['bag', 'clothing'] end,
      json_build_object('firstName', 'Zoë', 'lastName', 'Lefèvre', 'contactEmail', 'guest' || n || '@example.com'),
      case when n % 100 = 0 then 'deleted' when n % 20000 = 1 then 'wrong-owner' else (array['finished', 'waiting-response'])[1 + n % 2] end,
      now(), 1, timestamptz '2026-01-01 00:00Z' + n * interval '1 minute', timestamptz '2026-01-01 00:00Z' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n
  `);
  await client.query('vacuum analyze items');
}, 180_000);

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Whether the plan walks through the whole table. */
async function readsAll(statement: ReturnType<typeof listing>) {
  const { text, values } = prepared(statement.compile());
  const { rows } = await client.query({ text: `explain (format json) ${text}`, values });
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
  const nodes: Plan[] = [];
  const walk = (node: Plan) => {
    nodes.push(node);
    node.Plans?.forEach(walk);
  };
  walk(plan);
  return nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'items');
}

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000);

const LISTINGS: Record<string, [ItemFilters, Caller?, Partial<PageRequest>?]> = {
  'no filter': [{}],
  'a far page': [{}, integration, { after: 1_000 }],
  'a frequent status': [{ status: 'finished' }],
  'a rare status': [{ status: 'wrong-owner' }],
  'a Location': [{ locationID: 'demo:3' }],
  'a Location with a status it never has': [{ locationID: 'demo:3', status: 'expired' }],
  'a frequent category': [{ category: 'bag' }],
  'a rare category': [{ category: 'toy' }],
  'an unused category': [{ category: 'jewelry' }],
  'a frequent color': [{ color: 'black' }],
  'a rare color': [{ color: 'mint' }],
  'words of many items': [{ q: 'umbr' }],
  'words of few items': [{ q: 'valise room 7' }],
  'words of one old item': [{ q: 'stradi' }],
  'words of no item': [{ q: 'submarine' }],
  'words and filters': [{ q: 'lefevre', status: 'wrong-owner', color: 'red' }],
  'words within a few Locations': [{ q: 'umbrella' }, scoped('demo:40', 'demo:41')],
  'the newest': [{ createdFrom: minute(ROWS - 100) }],
  'the oldest': [{ createdTo: minute(100) }],
  'a day in the middle': [{ createdFrom: minute(90_000), createdTo: minute(91_440) }],
  'what changed lately': [{ updatedSince: minute(ROWS - 100) }],
  'what changed since the beginning': [{ updatedSince: minute(0) }],
  'a small scope': [{}, scoped('demo:40')],
  'a scope of many Locations': [{}, scoped(...Array.from({ length: 30 }, (_, n) => `demo:${n + 1}`))],
  'a scope without a Location': [{}, scoped()],
  'a small scope with a filter': [{ color: 'black' }, scoped('demo:40', 'demo:39')],
};

describe('the items listing over 200,000 items', () => {
  it.each(Object.entries(LISTINGS))('%s is found by an index', async (_name, [filters, caller = integration, request]) => {
    expect(await readsAll(listing(caller, filters, { ...firstPage, ...request }))).toBe(false);
  });

  it('gives the same items, in the same order, whether or not the index of words was asked', async () => {
    const ids = async (filters: ItemFilters, request: Partial<PageRequest> = {}) => {
      const { text, values } = prepared(listing(integration, filters, { ...firstPage, ...request }).compile());
      return (await client.query<{ id: number }>({ text, values })).rows.map(({ id }) => id);
    };
    const every = async (condition: string) =>
      (
        await client.query(`select id from items where group_id = 1 and status <> 'deleted' and ${condition} order by id desc`)
      ).rows.map(({ id }) => id as number);
    const umbrellas = await every(`item like 'Umbrella%'`);
    expect(await ids({ q: 'umbrella' })).toEqual(umbrellas.slice(0, 11));
    expect(await ids({ q: 'umbrella' }, { page: 100 })).toEqual(umbrellas.slice(990, 1001));
    expect(await ids({ q: 'umbrella' }, { after: 50_000 })).toEqual(umbrellas.filter((id) => id < 50_000).slice(0, 11));
    const room = await every(`item like 'Valise%' and location = 'Room 7'`);
    const found = await ids({ q: 'valise "room 7' }, { limit: 1000 });
    expect(found).toEqual(expect.arrayContaining(room.slice(0, 10)));
    expect(await ids({ q: 'stradivari' })).toEqual([7]);
  });
});
