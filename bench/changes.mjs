// The pages of GET /changes over a history of BENCH_CHANGES changes, from its beginning to its end.
import { loadavg } from 'node:os';
import pg from 'pg';
import { onPostgres } from './support.mjs';

const CHANGES = Number(process.env.BENCH_CHANGES ?? 200_000);
const PORT = 4896;
const NEAR = 50;

/** A history at three Locations; what its records say now does not matter to the feed. */
const HISTORY = `insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
  select 1, n, 'item', n / 4 + 1, 'demo:' || 1 + n % 3, 'updated', 'finished', array['itemStorage'], now()
  from generate_series(1, ${CHANGES}) n`;

const median = (times) => [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)].toFixed(2);

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('changes');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(HISTORY);
  await client.query('vacuum analyze changes');
  await client.end();
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: String(PORT) });

  /** Follows `next` from the beginning to the end. @returns milliseconds of each page */
  async function walk(query) {
    const times = [];
    for (let after = ''; ; ) {
      const began = performance.now();
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`http://127.0.0.1:${PORT}/api/v2/changes?${query}${after}`, { headers });
      const page = await response.json();
      times.push(performance.now() - began);
      after = `&after=${page.next}`;
      if (!page.hasMore) return times;
    }
  }

  await walk('limit=1000');
  const table = {};
  for (const query of ['limit=100', 'limit=1000', 'limit=100&locationID=demo:2']) {
    const times = await walk(query);
    const middle = Math.floor((times.length - NEAR) / 2);
    table[query] = {
      pages: times.length,
      beginning: median(times.slice(0, NEAR)),
      middle: median(times.slice(middle, middle + NEAR)),
      end: median(times.slice(-NEAR)),
    };
  }
  console.log(`${CHANGES} changes; milliseconds of a page, the median of ${NEAR}; load ${loadavg()[0].toFixed(1)}.`);
  console.table(table);
});
