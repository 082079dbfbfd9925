// The pages of GET /changes over a history of BENCH_CHANGES changes, from its beginning to its end.
import { loadavg } from 'node:os';
import pg from 'pg';
import { caller, median, onPostgres } from './support.mjs';

const CHANGES = Number(process.env.BENCH_CHANGES ?? 200_000);
const PORT = 4896;
const NEAR = 50;

/** A history at three Locations; what its records say now does not matter to the feed. */
const HISTORY = `insert into changes (group_id, number, subject, subject_id, location_id, change, status, fields, changed_at)
  select 1, n, 'item', n / 4 + 1, 'demo:' || 1 + n % 3, 'updated', 'finished', array['itemStorage'], now()
  from generate_series(1, ${CHANGES}) n`;

const typical = (times) => Number(median(times).toFixed(2));

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('changes');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(HISTORY);
  await client.query('vacuum analyze changes');
  await client.end();
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: String(PORT) });

  const call = caller(PORT, token);

  /** Follows `next` from the beginning to the end. @returns how much was listed, and milliseconds of each page */
  async function walk(query) {
    const times = [];
    let entries = 0;
    for (let after = ''; ; ) {
      const began = performance.now();
      const page = await call('GET', `/changes?${query}${after}`);
      times.push(performance.now() - began);
      entries += page.changes.length;
      after = `&after=${page.next}`;
      if (!page.hasMore) return { entries, times };
    }
  }

  await walk('limit=1000');
  const table = {};
  for (const query of ['limit=100', 'limit=1000', 'limit=100&locationID=demo:2']) {
    const { entries, times } = await walk(query);
    const near = Math.min(NEAR, Math.ceil(times.length / 3));
    const middle = Math.floor((times.length - near) / 2);
    table[query] = {
      entries,
      pages: times.length,
      beginning: typical(times.slice(0, near)),
      middle: typical(times.slice(middle, middle + near)),
      end: typical(times.slice(-near)),
    };
  }
  console.log(
    `${CHANGES} changes; milliseconds of a page, the median of at most ${NEAR} pages; load ${loadavg()[0].toFixed(1)}.`,
  );
  console.table(table);
});
