// Response times of the delivery log with a million deliveries, filter by filter. BENCH_LOGGED sets the number of deliveries.
import pg from 'pg';
import { caller, median, onPostgres } from './support.mjs';

const LOGGED = Number(process.env.BENCH_LOGGED ?? 1_000_000);
const LOCATIONS = 20;
const TIMES = 30;
const DAY = 24 * 60 * 60 * 1000;

const day = (ago) => `${new Date(Date.now() - ago * DAY).toISOString().slice(0, 19)}Z`;
const PATHS = [
  '/webhooks/items',
  '/webhooks/items?status=failed',
  `/webhooks/items?startDate=${day(5)}&endDate=${day(4)}`,
  `/webhooks/items?status=failed&startDate=${day(5)}&endDate=${day(4)}`,
  '/webhooks/items?page=200',
  '/webhooks/items?status=failed&count=true',
  '/webhooks/items?count=true',
  '/webhooks/location/demo:2/items',
  '/webhooks/location/demo:2/items?status=failed',
  `/webhooks/location/demo:2/items?startDate=${day(5)}&endDate=${day(4)}`,
  '/webhooks/health',
];

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('monitoring');
  await fillLog(url);
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4151' });
  const call = caller(4151, token);
  const table = {};
  for (const path of PATHS) {
    const durations = [];
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now();
      await call('GET', path);
      durations.push(performance.now() - began);
    }
    table[path] = { 'median, ms': Math.round(median(durations)), 'slowest, ms': Math.round(Math.max(...durations)) };
  }
  console.log(
    `${LOGGED} deliveries at ${LOCATIONS} Locations within 20 days, one in seven failed; one call at a time, Node ${process.version}`,
  );
  console.table(table);
});

/** Inserts finished deliveries, as a worker would leave them. */
async function fillLog(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, status, attempts,
       response_status, error, duration_ms, endpoint, last_attempt_at)
     select (select min(id) from groups), (substr(uuid_floor(at)::text, 1, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       case when n % 5 = 0 then 'requestStatus' else 'itemStatus' end, 'demo:' || (1 + n % $2::int), n, 'waiting-response',
       '{"type":"item-status","data":{"id":' || n || '}}', at, case when n % 7 = 3 then 'failed' else 'success' end, 1,
       case when n % 7 = 3 then 500 else 204 end, case when n % 7 = 3 then 'http_error' end, 12, 'https://hooks.example.com/items', at
     from (select n, now() - (n::float8 / $1::int) * interval '20 days' as at from generate_series(1, $1::int) n) as moments`,
    [LOGGED, LOCATIONS],
  );
  await client.query('vacuum analyze webhook_deliveries');
  await client.end();
}
