// The release before under load while this one migrates its database: how long the calls take, and whether one fails.
// BENCH_FROM is the folder of a checkout of that release that is built (npm ci, npm run build); BENCH_ITEMS sets how many items (100,000).
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { caller, median, onPostgres } from './support.mjs';

const FROM = process.env.BENCH_FROM;
const ITEMS = Number(process.env.BENCH_ITEMS ?? 100_000);
const [PORT, FIRST] = [4172, 1_000_000];
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const HERE = fileURLToPath(new URL('..', import.meta.url));
const umbrella = {
  item: 'Umbrella',
  location: 'Lobby',
  departuredDate: '2026-11-20 11:00:00',
  shipping: {},
  owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna.schmidt@example.com' },
};
const hotel = {
  name: 'Harbour Hotel',
  address: { address: 'Kade', addressNumber: '1', city: 'Rotterdam', countryID: 'NL', zipCode: '3011' },
  contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '+31 10 123 4567' },
  pickupDetails: {},
};

if (!FROM) throw new Error('BENCH_FROM: the folder of a built checkout of the release before.');

await onPostgres(async ({ server, folder, start }) => {
  const url = new URL(server);
  url.pathname = '/upgraded';
  await run(server, 'create database upgraded');
  const env = { ...process.env, DATABASE_URL: url.href, DATA_DIR: folder, SECRET_KEY, REDIS_URL: '' };
  const main = (release, app) => join(release, `dist/apps/${app}/src/main.js`);
  const before = (...line) =>
    JSON.parse(execFileSync(process.execPath, [main(FROM, 'admin'), ...line, '--json'], { env, encoding: 'utf8' }));
  before('migrate');
  before('group', 'create', '--code', 'demo', '--name', 'Demo');
  before('language', 'add', '--group', 'demo', '--language', 'English', '--code', 'en', '--default');
  const { token } = before('token', 'create', '--group', 'demo');
  const settings = { DATABASE_URL: url.href, SECRET_KEY, RATE_LIMIT: '0', PORT: String(PORT), HOST: '127.0.0.1' };
  await start(pathToFileURL(main(FROM, 'api')).href, settings);
  await start(pathToFileURL(main(FROM, 'worker')).href, settings);
  const call = caller(PORT, token);
  const { locationID } = await call('POST', '/locations', hotel);
  const { ID } = await call('POST', '/items', { ...umbrella, locationID });
  await call('PUT', `/items/${ID}`, { internalNotes: 'Shelf B3' });
  await fill(url.href, ID);

  const table = {};
  const measure = async (name, work) => {
    const [times, failures] = [{}, []];
    let ended = false;
    const timed = async (what, ...line) => {
      const began = performance.now();
      try {
        return await call(...line);
      } catch (error) {
        failures.push(error.message);
      } finally {
        times[what] ??= [];
        times[what].push(performance.now() - began);
      }
    };
    const desks = Array.from({ length: 6 }, async () => {
      while (!ended) {
        const made = await timed('register', 'POST', '/items', { ...umbrella, locationID });
        await timed('list', 'GET', '/items?limit=20');
        await timed('read', 'GET', `/items/${FIRST + Math.floor(Math.random() * ITEMS)}`);
        if (made) await timed('change', 'PUT', `/items/${made.ID}`, { internalNotes: 'Shelf B4' });
        await timed('Locations', 'GET', '/locations');
        await pause(100);
      }
    });
    const began = performance.now();
    await work();
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    ended = true;
    await Promise.all(desks);
    for (const [what, all] of Object.entries(times)) {
      table[`${name}: ${what}`] = {
        seconds,
        calls: all.length,
        'median ms': Math.round(median(all)),
        'longest ms': Math.round(Math.max(...all)),
      };
    }
    console.log(`${name}: ${failures.length} failed`, failures.slice(0, 3));
  };
  await measure('before', () => pause(10_000));
  await measure('while it is migrated', () => migrate(env, main(HERE, 'admin')));
  await measure('after', () => pause(10_000));
  console.log(`${ITEMS} items`);
  console.table(table);
});

function migrate(env, admin) {
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [admin, 'migrate', '--json'], { env }, (error, _, errors) =>
      error ? reject(error) : resolve(errors),
    ),
  );
}

/** Stores rows and events of an item again for many others. What is sealed stays that of the first, and is not read here. */
async function fill(url, id) {
  await copies(url, 'subject_keys', 'stream_id', `stream_type = 'item' and stream_id = ${id}`);
  await copies(url, 'events', 'stream_id', `stream_type = 'item' and stream_id = ${id}`);
  await copies(url, 'items', 'id', `id = ${id}`);
  await run(url, 'vacuum analyze');
  await run(url, 'checkpoint');
}

async function copies(url, table, key, where) {
  const columns = `
    select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      and attname not in ('${key}', 'transaction_id')`;
  const [{ names }] = await run(url, columns);
  await run(
    url,
    `insert into ${table} (${key}, ${names}) select n, ${names} from ${table}, generate_series(${FIRST}, ${FIRST + ITEMS - 1}) n where ${where}`,
  );
}

async function run(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
