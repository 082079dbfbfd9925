// Response times of the search and the work list at a million items, one caller, one call at a time. Adds failed messages, payments,
// answers and likely matches to what `fill` makes. BENCH_ITEMS sets the number. The search for what is meant has a limit (decisions.md,
// section 13): fails when a call takes longer.
import pg from 'pg';
import { BUSY_LOCATIONS, fill, LOCATIONS } from './many-items.mjs';
import { caller, median, onPostgres } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1_000_000);
const TIMES = Number(process.env.BENCH_TIMES ?? 50);
/** Calls before those that count. */
const WARMING = 3;
const PORT = 4171;

/** Milliseconds within which a search also says what is meant. */
const MOST_MEANT = 100;
/** Other words, errors of typing, most of several words, words written apart, that every item or none has, a long text, other scripts. */
const MEANT = [
  'brolly',
  'umbrela',
  'samsonte',
  'stradivarus',
  'runningshoes',
  'qwxyzabplokmijnuhbvg',
  'white cable for iphone',
  'grey noise cancelling earphones',
  'black wallet room 312',
  'shelf samsonte',
  'zzzzqqqq wwwwkkkk',
  'qwxyzab plokmijn uhbvgytf cxdrzsee wqasdfgh zlkjhgff poiuytrr mnbvcxzz lkjhgfdd qazwsxed',
  'a brown leather purse with two bank cards and a driving licence, left in a drawer beside the bed of a room on the third floor, ' +
    'or perhaps, as the guest now thinks, at breakfast, by the window',
  'Schlüssel',
  'パスポート',
  '黒い傘を忘れました',
  '黑色手提包和充电器',
  'مظلة سوداء',
  'مكتوبات غريبة',
];

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
  const ofSome = async (first, count) => caller(PORT, await signedIn(call, `desk-${count}-${Date.now()}`, first, count));
  // Users of the busy Locations and others, and of others alone.
  const [of500, of50, ofOne] = [await ofSome(1, 500), await ofSome(LOCATIONS - 49, 50), await ofSome(LOCATIONS, 1)];
  const measured = async (by, path) => {
    const durations = [];
    for (let time = -WARMING; time < TIMES; time++) {
      const began = performance.now();
      await by('GET', path);
      if (time >= 0) durations.push(performance.now() - began);
    }
    durations.sort((one, other) => one - other);
    return { least: durations[0], median: median(durations), worst: durations.at(-1) };
  };
  const table = {};
  const timed = async (name, by, path) => {
    table[name] = Object.fromEntries(Object.entries(await measured(by, path)).map(([key, ms]) => [key, Number(ms.toFixed(1))]));
  };
  for (const q of ['samsonite', 'suitcase', 'stradivarius', 'muell', '4711']) await timed(`search ${q}`, call, searched(q));
  await timed('search samsonite, a Location', call, `${searched('samsonite')}&locationID=demo:3`);
  await timed('search samsonite, a user of 500 Locations', of500, searched('samsonite'));
  await timed('tasks', call, '/desk/tasks');
  await timed('tasks of a busy Location', call, '/desk/tasks?locationID=demo:1');
  await timed('tasks of another Location', call, `/desk/tasks?locationID=demo:${LOCATIONS}`);
  await timed('tasks, a user of 500 Locations', of500, '/desk/tasks');
  console.log(`${ITEMS} items, ms of ${TIMES} calls; ${BUSY_LOCATIONS} of ${LOCATIONS} Locations have most items`);
  console.table(table);
  let failed = 0;
  const all = searches(call, { 'a user of 500 Locations': of500, 'a user of 50': of50, 'a user of one': ofOne });
  for (const [name, by, path] of all) {
    const { median: usual, worst } = await measured(by, path);
    const isSlow = worst > MOST_MEANT;
    if (isSlow) failed += 1;
    console.log(`${isSlow ? '✗' : '✓'} ${name}: ${usual.toFixed(0)} ms, ${worst.toFixed(0)} the worst of ${TIMES}`);
  }
  console.log(`meant within ${MOST_MEANT} ms: ${all.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});

function searched(q) {
  return `/search?q=${encodeURIComponent(q)}`;
}

/** Searches that little or nothing is found by, so that what is meant is looked for: by whom, and at which address. */
function searches(call, users) {
  const ofAll = MEANT.map((q) => [q.length > 50 ? `${q.slice(0, 50)}…` : q, call, searched(q)]);
  const some = ['brolly', 'grey noise cancelling earphones', 'samsonte'];
  const places = some.flatMap((q) =>
    [3, LOCATIONS].map((n) => [`${q}, Location ${n}`, call, `${searched(q)}&locationID=demo:${n}`]),
  );
  const reached = Object.entries(users).flatMap(([who, by]) => some.map((q) => [`${q}, ${who}`, by, searched(q)]));
  return [...ofAll, ...places, ...reached];
}

/** The access token of a new user with so many Locations. */
async function signedIn(call, username, first, count) {
  const password = 'Correct-horse-battery-7';
  const locationIDs = Array.from({ length: count }, (_, n) => `demo:${first + n}`);
  const { ID } = await call('POST', '/users', { username, password, userRole: 'property_admin', locationID: locationIDs[0] });
  await call('POST', `/users/${ID}/locations`, { locationIDs });
  return (await caller(PORT, '')('POST', '/auth/login', { username, password })).accessToken;
}
