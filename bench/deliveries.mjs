// Webhook delivery rate to a receiver on this machine with one worker, compared with a bare BullMQ worker that only calls fetch, on the
// same queue and with the same concurrency; and rate and memory under a long backlog. BENCH_DELIVERIES, BENCH_BACKLOG and BENCH_DRAINED
// set the numbers of deliveries.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { caller, fillDeliveries, median, memoryOf, onPostgres } from './support.mjs';

const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 20_000);
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 1_000_000);
const SHORT = Math.min(10_000, BACKLOG);
const DRAINED = Number(process.env.BENCH_DRAINED ?? 100_000);
const METRICS = 4123;
const ROUNDS = 3;
/** Milliseconds for the machine to flush to disk what filling the table left in memory. */
const SETTLING = 5_000;
const REDIS_PORT = 4122;

/** A receiver that only counts calls. */
class Sink {
  #server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      this.#count?.();
    });
  });
  #count = null;

  static async open() {
    const sink = new Sink();
    await new Promise((resolve) => sink.#server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}/hooks`;
  }

  /**
   * The rate of calls per second from the first to the `count`th, made by the program that `begin` starts; stops the program then.
   * @param milestone called halfway, and before the program is ended
   */
  async rateOf(count, begin, milestone = async () => undefined) {
    let [seen, first] = [0, 0];
    const done = new Promise((resolve) => {
      this.#count = () => {
        if (seen === 0) first = performance.now();
        seen += 1;
        if (seen === Math.ceil(count / 2)) void milestone();
        if (seen === count) resolve(performance.now());
      };
    });
    const program = await begin();
    const last = await done;
    await milestone();
    await program.end();
    this.#count = null;
    return Math.round((count / (last - first)) * 1000);
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

await onPostgres(async ({ database, start }) => {
  const sink = await Sink.open();
  const redis = await startRedis();
  const queues = { PostgreSQL: {}, ...(redis && { Redis: { REDIS_URL: `redis://127.0.0.1:${REDIS_PORT}` } }) };
  const table = {};
  try {
    for (const [name, environment] of Object.entries(queues)) {
      const peer = await database(`peer_${name.toLowerCase()}`);
      const jobs = { ...environment, DATABASE_URL: peer.url, URL: sink.url, JOBS: String(DELIVERIES) };
      const bare = await sink.rateOf(DELIVERIES, () => start('./deliveries-peer.mjs', jobs));
      const side = await prepared(`service_${name.toLowerCase()}`, DELIVERIES);
      const service = await side.deliver(DELIVERIES, environment);
      table[`${DELIVERIES} deliveries, queue on ${name}`] = { service, beside: bare, ratio: ratio(service, bare) };
    }
    const rates = { short: [], long: [] };
    const long = await prepared('long', BACKLOG);
    const short = await prepared('short', 0);
    for (let round = 0; round < ROUNDS; round++) {
      await fillDeliveries(short.url, 'itemStatus', SHORT);
      await pause(SETTLING);
      rates.short.push(await short.deliver(SHORT));
      rates.long.push(await long.deliver(SHORT));
    }
    const [ofShort, ofLong] = [median(rates.short), median(rates.long)];
    table[`${SHORT} of a backlog of ${BACKLOG}, beside ${SHORT} of ${SHORT}`] = {
      service: ofLong,
      beside: ofShort,
      ratio: ratio(ofLong, ofShort),
    };
    const memory = [];
    const remember = async () => void memory.push(await memoryOf(METRICS));
    const drained = await prepared('drained', DRAINED);
    table[`all of a backlog of ${DRAINED}`] = {
      service: await drained.deliver(DRAINED, { WORKER_METRICS_PORT: String(METRICS) }, remember),
    };
    console.log(`The worker's memory after half of ${DRAINED}, and after all: ${memory.join(' and ')} MB`);
  } finally {
    redis?.kill('SIGTERM');
    sink.close();
  }
  console.log(`Deliveries a second, start of the process not counted; Node ${process.version}, load ${loadavg()[0].toFixed(1)}`);
  console.table(table);

  /** A database with this many due deliveries; `deliver` measures the rate of the first `count`. */
  async function prepared(name, rows) {
    const { url, token } = await database(name);
    const api = await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4121' });
    const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: sink.url } };
    await caller(4121, token)('PUT', '/webhooks/config', webhook);
    await api.end();
    await fillDeliveries(url, 'itemStatus', rows);
    const deliver = (count, environment = {}, milestone = undefined) => {
      const settings = { ...environment, DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
      return sink.rateOf(count, () => start('../dist/apps/worker/src/main.js', settings), milestone);
    };
    return { url, deliver };
  }
});

function ratio(one, other) {
  return Number((one / other).toFixed(2));
}

async function startRedis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('redis-server is not installed: measured on PostgreSQL only.');
    return null;
  }
  const flags = ['--port', String(REDIS_PORT), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', flags, { stdio: 'ignore' });
  await pause(500);
  return redis;
}
