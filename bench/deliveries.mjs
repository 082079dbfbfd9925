// Delivering webhooks to a receiver on this machine with one worker, beside a bare BullMQ worker that only calls fetch, on the same
// queue and with as many calls at a time; and how the rate holds when a long backlog waits. BENCH_DELIVERIES and BENCH_BACKLOG say how many.
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import pg from 'pg';
import { caller, onPostgres } from './support.mjs';

const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 20_000);
const BACKLOG = Number(process.env.BENCH_BACKLOG ?? 1_000_000);
const SHORT = Math.min(10_000, BACKLOG);
const REDIS_PORT = 4122;

/** A receiver that counts. */
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

  /** Calls a second from the first to the `count`th, made by the program that `begin` starts; it is ended then. */
  async times(count, begin) {
    let [seen, first] = [0, 0];
    const done = new Promise((resolve) => {
      this.#count = () => {
        if (seen === 0) first = performance.now();
        seen += 1;
        if (seen === count) resolve(performance.now());
      };
    });
    const program = await begin();
    const last = await done;
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
      const bare = await sink.times(DELIVERIES, () => start('./deliveries-peer.mjs', jobs));
      const service = await delivering(name, DELIVERIES, DELIVERIES, environment);
      table[`${DELIVERIES} deliveries, queue on ${name}`] = {
        service,
        'bare BullMQ': bare,
        ratio: Number((service / bare).toFixed(2)),
      };
    }
    const short = await delivering('short', SHORT, SHORT);
    const long = await delivering('long', BACKLOG, SHORT);
    table[`${SHORT} of a backlog of ${BACKLOG}, and of ${SHORT}`] = {
      service: long,
      short,
      ratio: Number((long / short).toFixed(2)),
    };
  } finally {
    redis?.kill('SIGTERM');
    sink.close();
  }
  console.log(`Deliveries a second, start of the process not counted; Node ${process.version}, load ${loadavg()[0].toFixed(1)}`);
  console.table(table);

  /** The rate of the first `count` of `rows` deliveries. */
  async function delivering(name, rows, count, environment = {}) {
    const { url, token } = await database(`service_${name.toLowerCase()}`);
    const api = await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4121' });
    const webhook = { webhooks: { itemStatus: true }, endpoints: { itemStatus: sink.url } };
    await caller(4121, token)('PUT', '/webhooks/config', webhook);
    await api.end();
    await fill(url, rows);
    const settings = { ...environment, DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' };
    return sink.times(count, () => start('../dist/apps/worker/src/main.js', settings));
  }
});

/** Writes deliveries that are due, as commands would have. */
async function fill(url, rows) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, next_attempt_at, claimable_at)
     select (select min(id) from groups), (substr(uuid_floor(now())::text, 1, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'itemStatus',
       'demo:1', n, 'waiting-response', '{"type":"item-status","data":{"id":' || n || '}}', now(), now(), now()
     from generate_series(1, $1::int) n`,
    [rows],
  );
  // As autovacuum would have left it by the time that so many wait.
  await client.query('vacuum analyze webhook_deliveries');
  await client.query('checkpoint');
  await client.end();
}

async function startRedis() {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('redis-server is not installed: measured on PostgreSQL only.');
    return null;
  }
  const flags = ['--port', String(REDIS_PORT), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', flags, { stdio: 'ignore' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return redis;
}
