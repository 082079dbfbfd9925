import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepared, type Statement, statement } from '#platform/database';
import { createDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  coversOneOf,
  isOnlyAccess,
  moveLeavesUserWithoutLocation,
  regionsWith,
  visibleLocations,
  visibleRegions,
} from './access.sql.js';

const LOCATIONS = 2_500;
const REGIONS = 243;
const USERS = 20;

let database: TestDatabase;
let client: pg.Client;

/** A Group whose 243 Regions hold 1,000 Locations each, and 20 users with all of them and 1,000 Locations of their own. */
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into groups (code, name, created_at) values ('demo', 'demo', now());
    insert into locations (group_id, id, location_id, name, address, contact_details, item_storage_days,
      days_before_request_expires, storage_after_item_storage_days, pickup_details, options, active, version, created_at, updated_at)
    select 1, n, 'demo:' || n, 'Hotel', '{"countryID":"NL"}', '{}', 90, 90, 0, '{}', '{}', true, 1, now(), now()
    from generate_series(1, ${LOCATIONS}) n;
    insert into regions (group_id, id, name, location_ids, version, created_at, updated_at)
    select 1, n, 'Region', array(select 'demo:' || 1 + (n * 7 + m) % ${LOCATIONS} from generate_series(1, 1000) m), 1, now(), now()
    from generate_series(1, ${REGIONS}) n;
    insert into users (group_id, id, username, email_validated, user_role, location_ids, region_ids, country_ids,
      access_all_locations, version, created_at, updated_at)
    select 1, n, 'user' || n, false, 'limited_subuser', array(select 'demo:' || m from generate_series(1, 1000) m),
      array(select m from generate_series(1, ${REGIONS}) m), '{}', false, 1, now(), now()
    from generate_series(1, ${USERS}) n;
    analyze;
  `);
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** How many rows PostgreSQL looked at. */
async function rowsOf(read: Statement): Promise<number> {
  const { text, values } = prepared(read.compile());
  const { rows } = await client.query({ text: `explain (analyze, timing off, format json) ${text}`, values });
  const counted = (plan: Plan): number => {
    const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
    const own = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
    return (plan.Plans ?? []).reduce((sum, part) => sum + counted(part), own);
  };
  return counted(rows[0]['QUERY PLAN'][0].Plan);
}

const everywhere = Array.from({ length: LOCATIONS }, (_, index) => `demo:${index + 1}`);
const ofUsers = (what: ReturnType<typeof sql>) => statement(sql`select ${what} from users where users.group_id = 1`);

/** All entries of all Regions, read once, with the steps above them. */
const ONCE = 5 * REGIONS * 1_000;

describe('in a Group with 2,500 Locations and 243 Regions of 1,000', () => {
  it.each<[string, Statement, number]>([
    ['the reach of a user', statement(sql`select location_ids from user_directory where group_id = 1 and id = 7`), ONCE],
    ['the users that a caller sees', ofUsers(coversOneOf(1, everywhere)), 2 * ONCE],
    ['the Locations of 20 users', ofUsers(visibleLocations(everywhere)), 10 * USERS * LOCATIONS],
    ['the Regions of 20 users', ofUsers(visibleRegions(1, everywhere)), 2 * ONCE],
    ['the Regions that a caller sees', statement(regionsWith(1, everywhere)), ONCE],
    ['who has nothing but a Region', statement(sql`select ${isOnlyAccess(1, 7)}`), 10 * USERS * LOCATIONS],
    [
      'whom a move leaves without',
      statement(sql`select ${moveLeavesUserWithoutLocation(1, 'demo:7', 'DE')}`),
      10 * USERS * LOCATIONS,
    ],
  ])('%s is found by reading each list once', async (_, read, most) => {
    expect(await rowsOf(read)).toBeLessThan(most);
  });

  it('no list is compared with each entry of another', async () => {
    for (const read of [
      statement(sql`select location_ids from user_directory where group_id = 1 and id = 7`),
      ofUsers(coversOneOf(1, everywhere)),
      ofUsers(visibleRegions(1, everywhere)),
    ]) {
      const { text, values } = prepared(read.compile());
      const { rows } = await client.query({ text: `explain ${text}`, values });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/ANY \(\w*\.?location_ids\)|location_ids &&|region_ids &&/);
    }
  });
});
