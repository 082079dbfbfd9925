// How a misbehaving endpoint (one that never responds, responds slowly or without end) delays deliveries to a healthy one: the time from
// the API's response to the call at the healthy endpoint, with one worker, alone and with a backlog for the bad endpoint, in turns.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { caller, fillDeliveries, memoryOf, onPostgres } from './support.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const RATE = 40;
const BACKLOG = 3_000;
const METRICS = 4143;

const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {} };

/** When the healthy endpoint received the webhook of each item. */
const receivedAt = new Map();
const healthy = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    receivedAt.set(JSON.parse(body).data.id, performance.now());
    response.writeHead(204).end();
  });
});

/** The bad endpoint: of every three calls one gets no response, one a slow body and one an endless body. */
let calls = 0;
const bad = createServer((request, response) => {
  request.resume();
  const behaviour = calls++ % 3;
  if (behaviour === 0) return;
  response.writeHead(200);
  const write = () => !response.destroyed && response.write('x'.repeat(1_024));
  if (behaviour === 1) {
    const drip = setInterval(write, 100);
    response.once('close', () => clearInterval(drip));
  } else {
    const pour = () => {
      while (write());
      response.once('drain', pour);
    };
    pour();
  }
});

const open = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/hooks`)));

await onPostgres(async ({ database, start }) => {
  const endpoints = { itemStatus: await open(healthy), requestStatus: await open(bad) };
  const table = {};
  try {
    const sides = {};
    for (const name of ['alone', 'beside']) {
      const { url, token } = await database(name);
      sides[name] = { url, token, delays: [], memory: [] };
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, side] of Object.entries(sides)) await run(side, name === 'beside');
    }
    for (const [name, { delays, memory }] of Object.entries(sides)) {
      delays.sort((one, other) => one - other);
      const at = (share) => `${delays[Math.floor(delays.length * share)].toFixed(0)} ms`;
      table[name] = { calls: delays.length, median: at(0.5), p99: at(0.99), 'worker, MB': Math.max(...memory) };
    }
  } finally {
    for (const server of [healthy, bad]) server.closeAllConnections();
    healthy.close();
    bad.close();
  }
  console.log(
    `${RATE} items a second for ${ROUNDS} × ${SECONDS} s; the neighbour got ${calls} calls of a backlog of ${BACKLOG} a round; Node ${process.version}`,
  );
  console.table(table);

  async function run({ url, token, delays, memory }, withNeighbour) {
    const settings = { DATABASE_URL: url, PORT: '4141', WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
    const api = await start('../dist/apps/api/src/main.js', settings);
    const call = caller(4141, token);
    await call('PUT', '/webhooks/config', { webhooks: { itemStatus: true, requestStatus: true }, endpoints });
    if (withNeighbour) await fillDeliveries(url, 'requestStatus', BACKLOG);
    const worker = await start('../dist/apps/worker/src/main.js', { ...settings, WORKER_METRICS_PORT: String(METRICS) });
    await pause(3_000);
    const answered = [];
    for (let n = 0; n < RATE * SECONDS; n++) {
      answered.push(call('POST', '/items', item).then(({ ID }) => ({ ID, at: performance.now() })));
      await pause(1_000 / RATE);
    }
    const registered = await Promise.all(answered);
    while (registered.some(({ ID }) => !receivedAt.has(ID))) await pause(50);
    // A webhook that arrives before the API's response counts as no delay.
    for (const { ID, at } of registered) delays.push(Math.max(0, receivedAt.get(ID) - at));
    receivedAt.clear();
    memory.push(await memoryOf(METRICS));
    await worker.end();
    await api.end();
  }
});
