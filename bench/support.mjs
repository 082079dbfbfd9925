// The parts that all benchmarks share: an embedded PostgreSQL, databases with the demo Group, and the processes to be measured.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../dist/libs/platform/embedded-postgres/index.js';
import { Clock } from '../dist/libs/platform/kernel/index.js';
import { MALLOC, NODE_FLAGS } from '../dist/libs/platform/runtime/index.js';
import { makeDemo, migrate } from '../dist/libs/service/index.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Milliseconds for a program that is to stop. */
const PATIENCE = 15_000;

export const SECRET = Buffer.alloc(32, 7);

/** Runs `work` with a PostgreSQL and stops everything that was started for it, also when a signal ends the process meanwhile. */
export async function onPostgres(work) {
  const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-bench-'));
  const starting = EmbeddedPostgres.start({ folder });
  const programs = { children: [], isOver: false };
  const signalled = Promise.withResolvers();
  const unhook = onSignals(signalled.resolve);
  const working = starting.then(async (server) => {
    await allowed(server);
    await work({
      folder,
      server: server.url,
      superuser: server.superuserUrl,
      database: (name) => database(server.url, name),
      start: (path, environment) => start(programs, path, { DATA_DIR: folder, ...environment }),
    });
  });
  let signal;
  try {
    signal = await Promise.race([signalled.promise, working]);
  } finally {
    programs.isOver = true;
    await Promise.all(programs.children.map(ended));
    await (await starting.catch(() => null))?.stop();
    rmSync(folder, { recursive: true });
    unhook();
  }
  if (signal) process.exit(128 + constants.signals[signal]);
}

/** Calls back at a signal; what was under way fails from then on, as what it works with is ended. @returns what takes it back */
function onSignals(act) {
  const listener = (signal) => {
    process.on('uncaughtException', () => undefined);
    act(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/** Benchmarks make databases, and checkpoints between rounds. */
async function allowed({ url, superuserUrl }) {
  const role = new URL(url).username;
  await asked(superuserUrl, `ALTER ROLE ${role} CREATEDB; GRANT pg_checkpoint TO ${role}`);
}

/** Asks a database, by a connection of its own. @returns the rows */
async function asked(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Gives PostgreSQL the statistics of a database. */
export const analyzed = (url) => asked(url, 'ANALYZE');

/** Bytes of write-ahead log that a PostgreSQL has written. */
export const walOf = async (url) => Number((await asked(url, "SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes"))[0].bytes);

/** A copy of a database that nobody is connected to. @returns its URL */
export async function copied(serverUrl, original, name) {
  await asked(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${new URL(original).pathname.slice(1)}`);
  return new URL(`/${name}`, serverUrl).href;
}

/** A migrated database with the demo Group, and an API token for it. */
async function database(serverUrl, name) {
  await asked(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const { apiToken } = await makeDemo({ databaseUrl: url.href, redisUrl: null, secretKey: SECRET, clock: new Clock() });
  return { url: url.href, token: apiToken };
}

/** Starts a program of this folder or of dist/ as a child process and waits until it reports that it is ready. */
async function start(programs, path, environment) {
  // Work that goes on when a signal has come begins nothing more.
  if (programs.isOver) await new Promise(() => undefined);
  const settings = { HOST: '127.0.0.1', LOG_LEVEL: 'error', RATE_LIMIT: '0', NODE_ENV: 'production' };
  const env = { ...MALLOC, ...process.env, ...settings, SECRET_KEY: SECRET.toString('base64'), ...environment };
  const name = /apps\/(api|worker)\//.exec(path)?.[1];
  const child = fork(new URL(path, import.meta.url), { env, execArgv: [...(NODE_FLAGS[name] ?? [])] });
  programs.children.push(child);
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  return { pid: child.pid, end: () => ended(child) };
}

/** One that does not stop is killed. */
function ended(child) {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref();
  return new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(),
  );
}

/** Calls /api/v2 with JSON. @throws the response body unless the call succeeds */
export function caller(port, token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
}

/** Resident memory, in megabytes, of the process with metrics on this port. */
export async function memoryOf(port) {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)[1]) / 2 ** 20);
}

/** Inserts due deliveries, as commands would. */
export async function fillDeliveries(url, kind, rows) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, subject_status, body, created_at,
       next_attempt_at, claimable_at)
     select (select min(id) from groups),
       (substr(uuid_floor(now())::text, 1, 14) || '7000-8' || lpad(to_hex($2::int % 4096), 3, '0') || '-'
         || lpad(to_hex(n), 12, '0'))::uuid,
       $3, 'demo:1', n, 'waiting-response', '{"type":"status","data":{"id":' || n || '}}', now(), now(), now()
     from generate_series(1, $1::int) n`,
    [rows, Date.now() % 4096, kind],
  );
  // As autovacuum would have left the table by the time that so many are due.
  await client.query('vacuum analyze webhook_deliveries');
  await client.query('checkpoint');
  await client.end();
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
