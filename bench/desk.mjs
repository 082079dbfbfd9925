// Response times of the search and the work list at a million items, one caller, one call at a time: the 50th and 99th percentile. Adds
// failed messages, payments, answers and likely matches to what `fill` makes. BENCH_ITEMS sets the number.
import pg from 'pg';
import { BUSY_LOCATIONS, fill, LOCATIONS } from './many-items.mjs';
import { caller, onPostgres } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1_000_000);
const TIMES = Number(process.env.BENCH_TIMES ?? 50);
const PORT = 4171;

/** In the Group with all those items: some thousand of each. */
const WAITING = `
  update items set payment = '{"paymentStatus":"open","amount":9.9,"currency":"EUR","url":null,"reference":null}',
    unpaid_since = greatest(created_at, now() - interval '20 days')
  where group_id = 1 and id % 50 = 0 and status = 'waiting-response';
  update items set held_until = 'infinity' where group_id = 1 and id % 100 = 1 and status = 'waiting-response';
  update requests set answer = 'Yes', answered_at = updated_at where group_id = 1 and status = 'registered' and id % 20 = 0;
  insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, status, channel, settled)
  select group_id, 'item', id, 1, 'item-found', location_id, created_at, case when id % 100 = 0 then 'failed' else 'sent' end, 'email',
    status in ('finished', 'expired', 'left-behind', 'delivered', 'deleted', 'anonymized', 'wrong-owner')
  from items where group_id = 1 and status <> 'contact-missing';
  insert into likely_matches
  select 1, r.id, i.id, r.location_id, i.location_id, r.updated_at
  from requests r join lateral (
    select id, location_id from items i where i.group_id = 1 and i.location_id = r.location_id and i.status = 'waiting-response'
    order by id desc limit 2
  ) i on true
  where r.group_id = 1 and r.status = 'registered' and r.id % 6 = 0`;

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('desk');
  await fill(url, ITEMS);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(WAITING);
  for (const table of ['items', 'requests', 'messages', 'likely_matches']) await client.query(`vacuum analyze ${table}`);
  await client.end();
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: String(PORT) });
  const call = caller(PORT, token);
  const { tasks } = await call('GET', '/desk/tasks');
  console.table(Object.fromEntries(tasks.map(({ kind, count }) => [kind, count])));
  const username = `desk-${Date.now()}`;
  const of500 = caller(PORT, await signedIn(call, username, 500));
  const table = {};
  const measured = async (name, by, path) => {
    const durations = [];
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now();
      await by('GET', path);
      durations.push(performance.now() - began);
    }
    durations.sort((one, other) => one - other);
    const at = (share) => Number(durations[Math.min(TIMES - 1, Math.floor(TIMES * share))].toFixed(1));
    table[name] = { p50: at(0.5), p99: at(0.99) };
  };
  for (const q of ['samsonite', 'suitcase', 'stradivarius', 'muell', '4711'])
    await measured(`search ${q}`, call, `/search?q=${q}`);
  // What is meant is looked for where little is found: other words, an error of typing, and words that nothing has.
  for (const q of [
    'brolly',
    'umbrela',
    'samsonte',
    'white cable for iphone',
    'grey noise cancelling earphones',
    'zzzzqqqq wwwwkkkk',
  ])
    await measured(`search ${q}`, call, `/search?q=${encodeURIComponent(q)}`);
  await measured('search brolly, a Location', call, '/search?q=brolly&locationID=demo:3');
  await measured('search brolly, a user of 500 Locations', of500, '/search?q=brolly');
  await measured('search samsonite, a Location', call, '/search?q=samsonite&locationID=demo:3');
  await measured('search samsonite, a user of 500 Locations', of500, '/search?q=samsonite');
  await measured('tasks', call, '/desk/tasks');
  await measured('tasks of a busy Location', call, '/desk/tasks?locationID=demo:1');
  await measured('tasks of another Location', call, `/desk/tasks?locationID=demo:${LOCATIONS}`);
  await measured('tasks, a user of 500 Locations', of500, '/desk/tasks');
  console.log(`${ITEMS} items, ms of ${TIMES} calls; ${BUSY_LOCATIONS} of ${LOCATIONS} Locations have most items`);
  console.table(table);
});

/** The access token of a new user with so many Locations. */
async function signedIn(call, username, count) {
  const password = 'Correct-horse-battery-7';
  const locationIDs = Array.from({ length: count }, (_, n) => `demo:${n + 1}`);
  const { ID } = await call('POST', '/users', { username, password, userRole: 'property_admin', locationID: locationIDs[0] });
  await call('POST', `/users/${ID}/locations`, { locationIDs });
  return (await caller(PORT, '')('POST', '/auth/login', { username, password })).accessToken;
}
