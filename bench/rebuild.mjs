// `projections verify` and `projections rebuild` of items beside commands: how many events a second, and how long commands take meanwhile.
// Every item has two events with sealed personal data. BENCH_EVENTS sets how many (200,000), BENCH_WRONG which share of the rows is made wrong
// (0.02); with 0 there is one rebuild, in which nothing differs.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { PersonalData } from '../dist/libs/platform/event-store/personal-data.js';
import { Keyring } from '../dist/libs/platform/secrets/index.js';
import { streams } from '../dist/libs/service/index.js';
import { caller, onPostgres } from './support.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 200_000);
const WRONG = Number(process.env.BENCH_WRONG ?? 0.02);
const SECRET = Buffer.alloc(32, 7);
const FIRST = 1_000_000;
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

await onPostgres(async ({ database, start, folder }) => {
  const { url, token } = await database('rebuilt');
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4171' });
  const call = caller(4171, token);
  const { ID } = await call('POST', '/items', item);
  await call('PUT', `/items/${ID}`, { internalNotes: 'Shelf B3' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await copies(client, ID, EVENTS / 2);

  const admin = (...line) => {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: SECRET.toString('base64') };
    const main = fileURLToPath(new URL('../dist/apps/admin/src/main.js', import.meta.url));
    const child = spawn(process.execPath, [main, ...line, '--json'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    return new Promise((resolve) => child.once('exit', resolve));
  };
  const table = {};
  const measure = async (name, work) => {
    const waits = [];
    let ended = false;
    const writing = (async () => {
      while (!ended) {
        const began = performance.now();
        await call('POST', '/items', item);
        waits.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1000;
    ended = true;
    await writing;
    waits.sort((a, b) => a - b);
    const at = (share) => Math.round(waits[Math.floor((waits.length - 1) * share)]);
    table[name] = { seconds: Math.round(seconds), 'events/s': Math.round(EVENTS / seconds), commands: waits.length };
    Object.assign(table[name], { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'p99.9 ms': at(0.999), 'most ms': at(1) });
    console.log(name, table[name]);
  };
  await measure('nothing else', () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  const rebuild = () => admin('projections', 'rebuild', 'items');
  if (WRONG === 0) await measure('rebuild: nothing differs', rebuild);
  else {
    const wrong = `where id >= ${FIRST} and id % ${Math.round(1 / WRONG)} = 0`;
    await measure('verify', () => admin('projections', 'verify', 'items'));
    const { rowCount } = await client.query(`update items set brand = 'planted' ${wrong}`);
    await measure(`rebuild: ${rowCount} rows differ`, rebuild);
    await client.query(`delete from items ${wrong}`);
    await measure(`rebuild: ${rowCount} rows are missing`, rebuild);
  }
  await client.end();
  console.log(`${EVENTS} events of ${EVENTS / 2} items`);
  console.table(table);
});

/** Stores the events and the row of one item again for many others, sealed for each. */
async function copies(client, id, count) {
  const stream = streams().named('item');
  const personal = new PersonalData(new Keyring(SECRET));
  const { rows } = await client.query(
    `select e.*, sealed_key from events e join subject_keys using (group_id, stream_type, stream_id) where stream_type = 'item' and stream_id = $1 order by version limit 2`,
    [id],
  );
  const subjectOf = (n) => ({ groupID: rows[0].group_id, type: 'item', id: n });
  const { rows: names } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'items'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`,
  );
  const [{ columns }] = names;
  const key = personal.openKey(subjectOf(id), rows[0].sealed_key);
  const plain = rows.map(({ data }) => personal.open(stream, data, subjectOf(id), key));
  for (let at = 0; at < count; at += 1000) {
    const [keys, events] = [[], []];
    for (let n = FIRST + at; n < FIRST + Math.min(at + 1000, count); n++) {
      const own = personal.newKey(subjectOf(n));
      keys.push({ id: n, key: own.sealed.toString('hex') });
      for (const [index, { type, actor }] of rows.entries()) {
        events.push({ id: n, version: index + 1, type, actor, data: personal.seal(stream, plain[index], subjectOf(n), own) });
      }
    }
    const { group_id } = rows[0];
    await client.query(
      `insert into subject_keys select $1, 'item', id, decode(key, 'hex') from json_to_recordset($2) as given(id int, key text)`,
      [group_id, JSON.stringify(keys)],
    );
    await client.query(
      `insert into events (group_id, stream_type, stream_id, version, type, data, actor, at)
       select $1, 'item', given.id, given.version, given.type, given.data, given.actor, e.at
       from json_to_recordset($2) as given(id int, version int, type text, data json, actor json)
         join events e on (e.group_id, e.stream_type, e.stream_id, e.version) = ($1, 'item', $3, given.version)`,
      [group_id, JSON.stringify(events), id],
    );
    await client.query(
      `insert into items (id, ${columns}) select n, ${columns} from items, generate_series($1::int, $2::int) n where group_id = $3 and id = $4`,
      [FIRST + at, FIRST + Math.min(at + 1000, count) - 1, group_id, id],
    );
  }
}
