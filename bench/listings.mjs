// Response times of the items listing and of candidates at ten thousand and at a million items, filter by filter, one call at a time; the
// ratio is that of the two rates. BENCH_ITEMS sets the larger number; BENCH_DATABASE_URL and BENCH_TOKEN name a database that `fill` of
// many-items.mjs has already filled.
import pg from 'pg';
import { BUSY_LOCATIONS, fill, LOCATIONS } from './many-items.mjs';
import { caller, median, onPostgres } from './support.mjs';

const SIZES = [10_000, Number(process.env.BENCH_ITEMS ?? 1_000_000)];
const TIMES = Number(process.env.BENCH_TIMES ?? 20);
const HOUR = 60 * 60 * 1000;
const AT_ONCE = 16;
const { BENCH_DATABASE_URL: url, BENCH_TOKEN: token } = process.env;
const FILLED = url === undefined ? null : { url, token };

const ago = (hours) => encodeURIComponent(new Date(Date.now() - hours * HOUR).toISOString());
const day = (ago) => new Date(Date.now() - ago * 24 * HOUR).toISOString().slice(0, 10);

/** Queries of `GET /items`; each is asked for its first page, far down by `after`, and for page 500. */
const queries = (email) => ({
  'no filter': '',
  status: 'status=waiting-response',
  'two statuses': 'status=finished,delivered',
  locationID: 'locationID=demo:3',
  'status + locationID': 'status=left-behind&locationID=demo:3',
  category: 'category=jewelry',
  color: 'color=pink',
  'category + color + status': 'category=clothing&color=navy&status=finished',
  'hasContact=false': 'hasContact=false',
  externalID: 'externalID=pms-4711',
  reservationNumber: 'reservationNumber=res4711',
  'createdFrom + createdTo (a day)': `createdFrom=${day(300)}&createdTo=${day(300)}`,
  'departuredFrom + departuredTo (a day)': `departuredFrom=${day(300)}&departuredTo=${day(300)}`,
  'updatedSince (an hour)': `updatedSince=${ago(1)}`,
  'updatedSince (a day)': `updatedSince=${ago(24)}`,
  'updatedSince (a month)': `updatedSince=${ago(720)}`,
  'expiresBefore (a day)': `expiresBefore=${ago(-24)}`,
  'q, a common word': 'q=suitcase',
  'q, a brand': 'q=samsonite',
  'q, a rare word': 'q=stradivarius',
  'q, two words': 'q=samsonite%20necklace',
  'q, an email address': `q=${email}`,
  'sort=updated': 'sort=updated',
  'sort=expires': 'sort=expires',
});

const table = {};
await onPostgres(async ({ database, start }) => {
  for (const [place, items] of SIZES.entries()) {
    const { url, token } = (place === 1 && FILLED) || (await filled(database, `items_${place}`, items));
    const port = 4161 + place;
    await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: String(port) });
    await measure(url, port, token, `${items}`);
  }
});
for (const row of Object.values(table)) {
  const [few, many] = SIZES.map((items) => row[`${items}`]);
  row['rate kept'] = few === undefined || many === undefined ? '' : Number((few / many).toFixed(2));
}
console.log(
  `Medians of ${TIMES} calls in ms, one call at a time unless said; ${BUSY_LOCATIONS} of ${LOCATIONS} Locations have most items`,
);
console.table(table);

async function measure(url, port, token, column) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const one = (text) => client.query(text).then(({ rows }) => Object.values(rows[0])[0]);
  const email = await one(
    `select owner ->> 'contactEmail' from items where group_id = 1 and id > ${Number(column) / 2}
       and owner ->> 'contactEmail' is not null order by id limit 1`,
  );
  const sought = (
    await client.query(`select id from requests where group_id = 1 and status = 'registered' order by id desc limit ${AT_ONCE}`)
  ).rows;
  const found = (
    await client.query(
      `select id from items where group_id = 1 and status = 'waiting-response' order by id desc limit ${AT_ONCE}`,
    )
  ).rows;
  await client.end();
  const note = async (name, work) => {
    const durations = [];
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now();
      await work(time);
      durations.push(performance.now() - began);
    }
    table[name] = { ...table[name], [column]: Number(median(durations).toFixed(1)) };
  };
  const call = caller(port, token);
  const get = (path) => () => call('GET', path);
  for (const [name, query] of Object.entries(queries(email))) {
    const path = `/items?${query}&limit=10`.replace('?&', '?');
    await note(name, get(path));
    if (!name.startsWith('sort')) await note(`${name}, after`, get(`${path}&after=${Math.ceil(Number(column) / 3)}`));
    await note(`${name}, page 500`, get(`${path}&page=500`));
  }
  for (const name of [
    'no filter',
    'status',
    'locationID',
    'color',
    'q, a common word',
    'q, a brand',
    'q, two words',
    'updatedSince (a month)',
    'category + color + status',
  ]) {
    await note(`count, ${name}`, get(`/items?${queries(email)[name]}&limit=1&count=true`.replace('?&', '?')));
  }
  await note('candidates of a Request', (time) => call('GET', `/requests/${sought[time % sought.length].id}/candidates`));
  await note('candidates of an item', (time) => call('GET', `/items/${found[time % found.length].id}/candidates`));
  await note(`candidates of ${AT_ONCE} Requests at once`, () =>
    Promise.all(sought.map(({ id }) => call('GET', `/requests/${id}/candidates`))),
  );
  for (const [name, count] of [
    ['3 Locations', 3],
    ['500 Locations', 500],
  ]) {
    const user = caller(port, await signedIn(call, port, `of-${count}-${Date.now()}`, count));
    for (const [what, query] of [
      ['no filter', ''],
      ['color', '&color=pink'],
      ['q', '&q=samsonite'],
      ['page 500', '&page=500'],
    ])
      await note(`a user of ${name}, ${what}`, () => user('GET', `/items?limit=10${query}`));
  }
}

async function filled(database, name, items) {
  const made = await database(name);
  await fill(made.url, items);
  return made;
}

/** The access token of a new user with so many Locations. */
async function signedIn(call, port, username, count) {
  const password = 'Correct-horse-battery-7';
  const locationIDs = Array.from({ length: count }, (_, n) => `demo:${n + 1}`);
  const { ID } = await call('POST', '/users', { username, password, userRole: 'property_admin', locationID: locationIDs[0] });
  await call('POST', `/users/${ID}/locations`, { locationIDs });
  return (await caller(port, '')('POST', '/auth/login', { username, password })).accessToken;
}
