// `projections verify` and `projections rebuild` of items beside commands: how many events a second, and how long commands take meanwhile.
// Every item has two events with sealed personal data. BENCH_EVENTS sets how many (200,000).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { PersonalData } from '../dist/libs/platform/event-store/personal-data.js';
import { Secrets } from '../dist/libs/platform/secrets/index.js';
import { STREAMS } from '../dist/libs/service/index.js';
import { caller, onPostgres } from './support.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 200_000);
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
    Object.assign(table[name], { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'most ms': at(1) });
  };
  await measure('nothing else', () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  await measure('rebuild: no row is there', () => admin('projections', 'rebuild', 'items'));
  await measure('verify', () => admin('projections', 'verify', 'items'));
  await client.query(`update items set brand = 'planted'`);
  await measure('rebuild: every row differs', () => admin('projections', 'rebuild', 'items'));
  await measure('rebuild: nothing differs', () => admin('projections', 'rebuild', 'items'));
  await client.end();
  console.log(`${EVENTS} events of ${EVENTS / 2} items`);
  console.table(table);
});

/** Stores the events of one item again for many others, sealed for each; their rows are missing. */
async function copies(client, id, count) {
  const stream = STREAMS.named('item');
  const personal = new PersonalData(new Secrets(SECRET));
  const { rows } = await client.query(
    `select e.*, sealed_key from events e join subject_keys using (group_id, stream_type, stream_id) where stream_type = 'item' and stream_id = $1 order by version limit 2`,
    [id],
  );
  const subjectOf = (n) => ({ groupID: rows[0].group_id, type: 'item', id: n });
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
       select $1, 'item', id, version, type, data, actor, now()
       from json_to_recordset($2) as given(id int, version int, type text, data json, actor json)`,
      [group_id, JSON.stringify(events)],
    );
  }
}
