// The cost of a process: how long it takes to start, and how much memory it holds after BENCH_MINUTES of mixed load, after the worst
// images, and while it drains a backlog of BENCH_BACKLOG deliveries. BENCH_RATE sets the calls a second, BENCH_STARTS the starts of each.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { cpuOf } from './cpu.mjs';
import { caller, fillDeliveries, median, onPostgres } from './support.mjs';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const RATE = Number(process.env.BENCH_RATE ?? 60);
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 100_000);
const STARTS = Number(process.env.BENCH_STARTS ?? 5);
const PORT = 4891;
const API = '../dist/apps/api/src/main.js';
const WORKER = '../dist/apps/worker/src/main.js';

const statusOf = (pid) => readFileSync(`/proc/${pid}/status`, 'utf8');
const megabytes = (pid, field) => Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(statusOf(pid))[1]) / 1000);

/** The processes that a process has started, which may end at any time. */
function childrenOf(pid) {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && new RegExp(`^PPid:\\s+${pid}$`, 'm').test(statusOf(name));
    } catch {
      return false;
    }
  });
}

/** The largest resident memory of a process, in MB, sampled until `end` is called; and of the processes it starts. */
function watched({ pid }) {
  const seen = { now: 0, highest: 0, children: 0 };
  const look = () => {
    seen.now = megabytes(pid, 'VmRSS');
    seen.highest = Math.max(seen.highest, seen.now);
    for (const child of childrenOf(pid)) {
      try {
        seen.children = Math.max(seen.children, megabytes(child, 'VmHWM'));
      } catch {
        // It has ended.
      }
    }
  };
  look();
  const timer = setInterval(look, 250);
  return () => {
    look();
    clearInterval(timer);
    return seen;
  };
}

/** Milliseconds from the start to ready, and of CPU until then. */
async function startOf(start, path, environment) {
  const rounds = [];
  for (let round = 0; round < STARTS; round++) {
    const began = performance.now();
    const program = await start(path, environment);
    rounds.push({ ms: performance.now() - began, cpu: cpuOf(program.pid) });
    await program.end();
  }
  return { ms: Math.round(median(rounds.map(({ ms }) => ms))), 'CPU ms': Math.round(median(rounds.map(({ cpu }) => cpu))) };
}

function helpOf() {
  const rounds = Array.from({ length: STARTS }, () => {
    const began = performance.now();
    spawnSync(process.execPath, ['dist/apps/admin/src/main.js', '--help']);
    return performance.now() - began;
  });
  return { ms: Math.round(median(rounds)) };
}

const upload = async (token, id, bytes) => {
  const form = new FormData();
  form.set('image', new File([bytes], 'photo.jpg'));
  const url = `http://127.0.0.1:${PORT}/api/v2/items/${id}/upload-image`;
  const response = await fetch(url, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form });
  await response.arrayBuffer();
  return response.status;
};

const plain = (width, height) => sharp({ create: { width, height, channels: 3, background: 'red' } });

/** Files that are small and costly to decode. */
async function worstImages() {
  return {
    'GIF of 49 megapixels': await plain(7_000, 7_000).gif().toBuffer(),
    'turned JPEG of 48 megapixels': await plain(8_000, 6_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'progressive JPEG of 48 megapixels': await plain(8_000, 6_000)
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    'interlaced PNG of 48 megapixels': await plain(8_000, 6_000).png({ progressive: true }).toBuffer(),
  };
}

const item = (n) => ({
  item: ['Black umbrella', 'Phone charger', 'Samsonite suitcase', 'Left glove'][n % 4],
  location: `Room ${n % 400}`,
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: {},
});

/** Registers, lists, reads, searches and changes items, with a photo now and then, at RATE calls a second. */
async function mixedLoad(call, token, photo) {
  const end = performance.now() + MINUTES * 60_000;
  let [n, made, failed] = [0, 1, 0];
  const kinds = [
    async () => {
      made = (await call('POST', '/items', item(n))).ID;
    },
    () => call('GET', '/items?limit=50'),
    () => call('GET', `/items/${1 + (n % made)}`),
    () => call('GET', '/items?limit=50&q=umbrella'),
    () => call('PUT', `/items/${1 + (n % made)}`, { item: `Umbrella ${n}` }),
    () => call('GET', '/items?limit=50&status=waiting-response'),
  ];
  while (performance.now() < end) {
    kinds[n % kinds.length]().catch(() => failed++);
    if (n % (RATE * 5) === 0) upload(token, made, photo).catch(() => failed++);
    n += 1;
    await pause(1000 / RATE);
  }
  return { calls: n, failed };
}

await onPostgres(async ({ database, start }) => {
  let [received, arrived] = [0, () => undefined];
  const sink = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      received += 1;
      arrived();
    });
  });
  await new Promise((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { url, token } = await database('memory');
  const environment = { DATABASE_URL: url, PORT: String(PORT), WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
  console.log('Start-up (median)');
  console.table({
    API: await startOf(start, API, environment),
    worker: await startOf(start, WORKER, environment),
    'admin --help': helpOf(),
  });

  const images = await worstImages();
  const photo = await sharp({
    create: { width: 4_000, height: 3_000, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  const api = await start(API, environment);
  const worker = await start(WORKER, environment);
  const call = caller(PORT, token);
  const hooks = { webhooks: { itemStatus: true }, endpoints: { itemStatus: `http://127.0.0.1:${sink.address().port}/hooks` } };
  await call('PUT', '/webhooks/config', hooks);
  await call('POST', '/items', item(0));
  const table = {};
  const row = (name, { now, highest, children }) => {
    table[name] = { highest, 'at the end': now, ...(children > 0 && { 'image process': children }) };
  };

  const [ofApi, ofWorker] = [watched(api), watched(worker)];
  const { calls, failed } = await mixedLoad(call, token, photo);
  row(`API, ${MINUTES} minutes of mixed load`, ofApi());
  row(`worker, ${MINUTES} minutes of mixed load`, ofWorker());
  for (const [name, bytes] of Object.entries(images)) {
    const ofImage = watched(api);
    const statuses = await Promise.all(Array.from({ length: 3 }, () => upload(token, 1, bytes)));
    row(`API, three times a ${name} (${statuses.join(', ')})`, ofImage());
  }
  await worker.end();
  await api.end();

  received = 0;
  await fillDeliveries(url, 'itemStatus', BACKLOG);
  const drain = await start(WORKER, environment);
  const ofDrain = watched(drain);
  await new Promise((resolve) => {
    arrived = () => received >= BACKLOG && resolve();
  });
  row(`worker, a backlog of ${BACKLOG}`, ofDrain());
  await drain.end();
  sink.closeAllConnections();
  sink.close();
  console.log(
    `Resident memory in MB; ${calls} calls, ${failed} failed; Node ${process.version}, load ${loadavg()[0].toFixed(1)}`,
  );
  console.table(table);
});
