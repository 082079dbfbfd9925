// Webhook delivery rate to a receiver on this machine with one worker, in turns with a bare BullMQ worker that only calls fetch, on the
// same queue and with the same concurrency; and rate and memory under a long backlog. CPU per delivery, of the worker and of PostgreSQL, is
// steadier than the rate. BENCH_DELIVERIES, BENCH_BACKLOG (0: left out) and BENCH_DRAINED set the numbers of deliveries.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf, cpuOfPostgres } from './cpu.mjs';
import { caller, fillDeliveries, median, memoryOf, onPostgres } from './support.mjs';

const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 20_000);
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 1_000_000);
const SHORT = Math.min(10_000, BACKLOG);
const DRAINED = Number(process.env.BENCH_DRAINED ?? 100_000);
const METRICS = 4123;
const ROUNDS = 3;
const FIELDS = ['rate', 'own', 'database'];
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
   * The cost of calls of the program that `begin` starts, until there were `count` of them, but for the first tenth, in which it warms up.
   * Ends the program then.
   * @param folder of the PostgreSQL
   * @param milestone called halfway, and before the program is ended
   * @returns calls a second, and milliseconds of CPU per call of the program and of PostgreSQL
   */
  async costOf(count, folder, begin, milestone = async () => undefined) {
    let [seen, first, program] = [0, null, null];
    const now = () => ({ seen, at: performance.now(), own: cpuOf(program.pid), database: cpuOfPostgres(folder) });
    const done = new Promise((resolve) => {
      this.#count = () => {
        seen += 1;
        if (!first && program && seen >= count / 10) first = now();
        if (seen === Math.ceil(count / 2)) void milestone();
        if (seen === count) resolve(now());
      };
    });
    program = await begin();
    const last = await done;
    await milestone();
    await program.end();
    this.#count = null;
    const [calls, per] = [last.seen - first.seen, (field) => (last[field] - first[field]) / (last.seen - first.seen)];
    return { rate: (calls / (last.at - first.at)) * 1000, own: per('own'), database: per('database') };
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

await onPostgres(async ({ database, start, folder }) => {
  const sink = await Sink.open();
  const redis = await startRedis();
  const queues = { PostgreSQL: {}, ...(redis && { Redis: { REDIS_URL: `redis://127.0.0.1:${REDIS_PORT}` } }) };
  const table = {};
  try {
    for (const [name, environment] of Object.entries(queues)) {
      const peer = await database(`peer_${name.toLowerCase()}`);
      const jobs = { ...environment, DATABASE_URL: peer.url, URL: sink.url, JOBS: String(DELIVERIES) };
      const side = await prepared(`service_${name.toLowerCase()}`, 0);
      table[`${DELIVERIES} deliveries, queue on ${name}`] = await inTurns(
        () => side.deliver(DELIVERIES, environment, DELIVERIES),
        () => sink.costOf(DELIVERIES, folder, () => start('./deliveries-peer.mjs', jobs)),
      );
    }
    if (BACKLOG > 0) {
      const long = await prepared('long', BACKLOG);
      const short = await prepared('short', 0);
      table[`${SHORT} of a backlog of ${BACKLOG}, beside ${SHORT} of ${SHORT}`] = await inTurns(
        () => long.deliver(SHORT),
        () => short.deliver(SHORT, {}, SHORT),
      );
    }
    const memory = [];
    const remember = async () => void memory.push(await memoryOf(METRICS));
    const drained = await prepared('drained', DRAINED);
    const all = await drained.deliver(DRAINED, { WORKER_METRICS_PORT: String(METRICS) }, 0, remember);
    table[`all of a backlog of ${DRAINED}`] = { service: Math.round(all.rate), 'its ms': costs(all) };
    console.log(`The worker's memory after half of ${DRAINED}, and after all: ${memory.join(' and ')} MB`);
  } finally {
    redis?.kill('SIGTERM');
    sink.close();
  }
  const load = loadavg()[0].toFixed(1);
  console.log(`Deliveries a second, and ms of CPU per delivery: the worker + PostgreSQL; Node ${process.version}, load ${load}`);
  console.table(table);

  /** A database with this many due deliveries; `deliver` makes some more due, and measures the first `count`. */
  async function prepared(name, rows) {
    const { url, token } = await database(name);
    const api = await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4121' });
    const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: sink.url } };
    await caller(4121, token)('PUT', '/webhooks/config', webhook);
    await api.end();
    if (rows > 0) await fillDeliveries(url, 'itemStatus', rows);
    const deliver = async (count, environment = {}, more = 0, milestone = undefined) => {
      if (more > 0) await fillDeliveries(url, 'itemStatus', more);
      const settings = { ...environment, DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
      return sink.costOf(count, folder, () => start('../dist/apps/worker/src/main.js', settings), milestone);
    };
    return { url, deliver };
  }
});

/** Medians of both sides and of their ratios, each round of which is measured at one time. */
async function inTurns(one, other) {
  const sides = Object.entries({ one, other });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = {};
    for (const [side, measured] of round % 2 === 0 ? sides : sides.toReversed()) {
      await pause(SETTLING);
      result[side] = await measured();
    }
    rounds.push(result);
  }
  const of = (side) => Object.fromEntries(FIELDS.map((field) => [field, median(rounds.map((round) => round[side][field]))]));
  const [service, beside] = [of('one'), of('other')];
  const ratio = median(rounds.map((round) => round.one.rate / round.other.rate));
  const rates = {
    service: Math.round(service.rate),
    'its ms': costs(service),
    beside: Math.round(beside.rate),
    'its ms ': costs(beside),
  };
  return { ...rates, ratio: Number(ratio.toFixed(2)) };
}

function costs({ own, database }) {
  return `${own.toFixed(3)} + ${database.toFixed(3)}`;
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
