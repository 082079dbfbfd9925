// `projections verify` and `projections rebuild` of items beside commands: how many events a second, and how long commands take meanwhile,
// beside those on another database of the same server, which wait for the machine alone.
// Every item has two events with sealed personal data. BENCH_EVENTS sets their number (200,000), BENCH_WRONG the share of wrong rows
// (0.02); with 0 there is one rebuild, in which nothing differs. BENCH_SHARE is the share of the time in percent that the commands work
// (their default). With BENCH_LOOK=1 the longest waits are shown with what PostgreSQL did.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { copies, FIRST } from './rebuild-set.mjs';
import { caller, onPostgres } from './support.mjs';
import { beside, Look, within } from './waits.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 200_000);
const ITEMS = EVENTS / 2;
const WRONG = Number(process.env.BENCH_WRONG ?? 0.02);
const share = process.env.BENCH_SHARE ? ['--share', process.env.BENCH_SHARE] : [];
const SECRET = Buffer.alloc(32, 7);
const item = {
  item: 'Phone charger, USB-C',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: { weight: { ID: 1 }, dimensions: { fitsInServicePackaging: true } },
  colors: ['black'],
  categories: ['electronic_secondary'],
  owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna.schmidt@example.com', phoneNumber: '+49 40 123456' },
};

await onPostgres(async ({ database, start, folder, superuser }) => {
  const { url, token } = await database('rebuilt');
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4171' });
  const other = await database('other');
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: other.url, PORT: '4172' });
  const call = caller(4171, token);
  const elsewhere = caller(4172, other.token);
  const { ID } = await call('POST', '/items', item);
  await call('PUT', `/items/${ID}`, { internalNotes: 'Shelf B3' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const filling = performance.now();
  await copies(client, superuser, ID, ITEMS);
  console.log(`${ITEMS} items stored in ${Math.round((performance.now() - filling) / 1000)} s`);

  const admin = (...line) => {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: SECRET.toString('base64') };
    const main = fileURLToPath(new URL('../dist/apps/admin/src/main.js', import.meta.url));
    const child = spawn(process.execPath, [main, ...line, ...share, '--json'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    return new Promise((resolve) => child.once('exit', resolve));
  };
  const every = Math.round(1 / (WRONG || 1));
  /** One of the items that are wrong, or of those beside them. */
  const some = (offset) => FIRST + Math.floor(Math.random() * Math.floor(ITEMS / every)) * every + offset;
  const look = process.env.BENCH_LOOK ? await Look.at(superuser) : null;
  const [works, waits] = [[], []];
  const measure = async (name, work, offset = 0) => {
    const commands = {
      register: () => call('POST', '/items', item),
      change: () => call('PUT', `/items/${some(offset)}`, { internalNotes: `Shelf ${Math.random()}` }),
      'register elsewhere': () => elsewhere('POST', '/items', item),
    };
    console.log(name);
    const { seconds, times } = await beside(work, commands, look);
    works.push({ work: name, seconds: Math.round(seconds), 'events/s': Math.round(EVENTS / seconds) });
    for (const [command, all] of Object.entries(times)) {
      const [p50, p99, p999, most] = [0.5, 0.99, 0.999, 1].map((share) => within(all, share));
      const over = all.filter((ms) => ms > 100).length;
      waits.push({
        beside: name,
        command,
        times: all.length,
        'p50 ms': p50,
        'p99 ms': p99,
        'p99.9 ms': p999,
        'most ms': most,
        'over 100 ms': over,
      });
    }
  };
  await measure('nothing else', () => pause(10_000));
  const rebuild = () => admin('projections', 'rebuild', 'items');
  if (WRONG === 0) await measure('rebuild: nothing differs', rebuild);
  else {
    const wrong = `where id >= ${FIRST} and id % ${every} = 0`;
    await measure('verify', () => admin('projections', 'verify', 'items'));
    const { rowCount } = await client.query(`update items set brand = 'planted' ${wrong}`);
    await measure(`rebuild: ${rowCount} rows differ`, rebuild);
    await client.query(`delete from items ${wrong}`);
    await measure(`rebuild: ${rowCount} rows are missing`, rebuild, every > 1 ? 1 : 0);
  }
  await client.end();
  await look?.client.end();
  console.log(`${EVENTS} events of ${ITEMS} items`);
  console.table(works);
  console.table(waits);
});
