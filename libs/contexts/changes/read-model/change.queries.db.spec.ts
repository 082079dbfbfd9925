import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { planOf } from '../../../../test/support/plan.js';
import { furthest, MOST_SEEN, seen } from './change.queries.js';

const ROWS = 200_000;
const LOCATIONS = 10;
const LIMIT = 101;
/** Where a reader may be in the history: at its beginning, in the middle, near the end. */
const PLACES = [0, ROWS / 2, ROWS - 1_000];

let database: TestDatabase;
let client: pg.Client;

/** 200,000 changes of a Group at ten Locations in turn, two in a thousand of a Request, mixed with those of another Group. */
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
    select g, n, case when n % 500 = 0 then 'request' else 'item' end, n / 4, 'demo:' || n % ${LOCATIONS}, 'updated', 'finished',
      array['itemStorage'], timestamptz '2026-01-01 00:00Z' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n, generate_series(1, 2) g
  `);
  await client.query('vacuum analyze changes');
});

afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The cost of a page: rows and blocks that PostgreSQL looks at. @throws when it looks for them in the whole table */
async function costOf(statement: Parameters<typeof planOf>[1]): Promise<{ rows: number; blocks: number }> {
  const plan = await planOf(client, statement);
  const scans = plan.filter((step) => step['Relation Name'] === 'changes_default');
  expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan');
  const looked = scans.map((scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']);
  expect(looked.length).toBeGreaterThan(0);
  return {
    rows: looked.reduce((sum, rows) => sum + rows, 0),
    blocks: plan[0]!['Shared Hit Blocks'] + plan[0]!['Shared Read Blocks'],
  };
}

const page = (places: string[] | null, after: number, subject?: string, end: number | null = null) =>
  costOf(seen(1, places, subject, after, end, LIMIT));

describe('a page of a long history, at its beginning, in its middle and at its end', () => {
  it('of the whole Group reads its own rows and no others', async () => {
    for (const after of PLACES) {
      const { rows, blocks } = await page(null, after);
      expect(rows).toBe(LIMIT);
      expect(blocks).toBeLessThan(20);
    }
  });

  it('of some Locations reads at most a page of each', async () => {
    for (const locations of [['demo:3'], ['demo:1', 'demo:2', 'demo:3']]) {
      for (const after of PLACES) {
        const { rows, blocks } = await page(locations, after);
        expect(rows).toBeLessThanOrEqual(Math.min(LIMIT, (ROWS - after) / LOCATIONS) * locations.length);
        expect(blocks).toBeLessThan(50 * locations.length);
      }
    }
  });

  it('of a rare kind of record looks at 50,000 rows at most', async () => {
    for (const after of PLACES) {
      const end = await costOf(furthest(1, after));
      expect(end.rows).toBeLessThanOrEqual(MOST_SEEN + 1);
      const { rows } = await page(null, after, 'request', after + MOST_SEEN);
      expect(rows).toBeLessThanOrEqual(MOST_SEEN);
    }
  });
});
