// An import of BENCH_ROWS rows and an export of them: how long they take, and the memory of the API and of the worker meanwhile.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { caller, onPostgres } from './support.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000);
const PORT = 4895;
const URL_OF = `http://127.0.0.1:${PORT}/api/v2`;
const API = '../dist/apps/api/src/main.js';
const WORKER = '../dist/apps/worker/src/main.js';

/** Megabytes of a process: resident now, and at most since it began. */
function memoryOf({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field) => Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1000);
  return { now: megabytes('VmRSS'), highest: megabytes('VmHWM') };
}

const row = (n) => `Umbrella ${n},Room ${n % 400},2026-11-20 11:00:00,black|white,Guest ${n},guest-${n}@example.com`;
const FILE = [
  'item,location,departuredDate,colors,owner.lastName,owner.contactEmail',
  ...Array.from({ length: ROWS }, (_, n) => row(n)),
];

await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('imports');
  const environment = { DATABASE_URL: url, PORT: String(PORT) };
  const api = await start(API, environment);
  const worker = await start(WORKER, environment);
  const call = caller(PORT, token);
  const headers = { Authorization: `Bearer ${token}` };
  const table = {};
  const note = (name, seconds, rows = ROWS) => {
    const [ofApi, ofWorker] = [memoryOf(api), memoryOf(worker)];
    table[name] = {
      seconds: seconds === null ? null : Math.round(seconds),
      'rows a second': seconds === null ? null : Math.round(rows / seconds),
      API: ofApi.now,
      'API at most': ofApi.highest,
      worker: ofWorker.now,
      'worker at most': ofWorker.highest,
    };
  };
  note('before', null);

  const form = new FormData();
  form.set('locationID', 'demo:1');
  form.set('file', new Blob([FILE.join('\n')]), 'items.csv');
  let began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  let record = await (await fetch(`${URL_OF}/imports`, { method: 'POST', headers, body: form })).json();
  note('upload', since());
  began = performance.now();
  for (const quarters = [0.25, 0.5, 0.75]; ['queued', 'running'].includes(record.status); await pause(250)) {
    record = await call('GET', `/imports/${record.ID}`);
    if (record.accepted < ROWS * quarters[0]) continue;
    const share = quarters.shift();
    if (share !== undefined) note(`import, ${share * 100} %`, since(), record.accepted);
  }
  note('import', since());
  for (const format of ['csv', 'ndjson']) {
    began = performance.now();
    let bytes = 0;
    const { body } = await fetch(`${URL_OF}/items/export?format=${format}`, { headers });
    for await (const chunk of body) bytes += chunk.length;
    note(`export as ${format}, ${Math.round(bytes / 1e6)} MB`, since());
  }
  const { status, accepted, refused } = record;
  console.log(
    `${ROWS} rows: ${status}, ${accepted} registered, ${refused} refused; MB resident; load ${loadavg()[0].toFixed(1)}`,
  );
  console.table(table);
});
