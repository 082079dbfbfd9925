// What all benchmarks share: an embedded PostgreSQL, databases with the demo Group, and the processes to be measured.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../dist/libs/platform/embedded-postgres/index.js';
import { Clock } from '../dist/libs/platform/kernel/index.js';
import { MALLOC, NODE_FLAGS } from '../dist/libs/platform/runtime/index.js';
import { makeDemo, migrate } from '../dist/libs/service/index.js';

export const SECRET = Buffer.alloc(32, 7);

/** Runs `work` with a PostgreSQL and stops everything that was started for it. */
export async function onPostgres(work) {
  const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-bench-'));
  const server = await EmbeddedPostgres.start({ folder });
  await allowed(server);
  const children = [];
  try {
    await work({
      folder,
      server: server.url,
      superuser: server.superuserUrl,
      database: (name) => database(server.url, name),
      start: (path, environment) => start(children, path, { DATA_DIR: folder, ...environment }),
    });
  } finally {
    await Promise.all(children.map(ended));
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Benchmarks make databases, and checkpoints between rounds. */
async function allowed({ url, superuserUrl }) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`ALTER ROLE ${new URL(url).username} CREATEDB`);
  await client.query(`GRANT pg_checkpoint TO ${new URL(url).username}`);
  await client.end();
}

/** Gives PostgreSQL the statistics of a database. */
export async function analyzed(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ANALYZE');
  await client.end();
}

/** A migrated database with the demo Group, and an API token for it. */
async function database(serverUrl, name) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const { apiToken } = await makeDemo({ databaseUrl: url.href, redisUrl: null, secretKey: SECRET, clock: new Clock() });
  return { url: url.href, token: apiToken };
}

/** Starts a program of this folder or of dist/ as a child process and waits until it reports that it is ready. */
async function start(children, path, environment) {
  const settings = { HOST: '127.0.0.1', LOG_LEVEL: 'error', RATE_LIMIT: '0', NODE_ENV: 'production' };
  const env = { ...MALLOC, ...process.env, ...settings, SECRET_KEY: SECRET.toString('base64'), ...environment };
  const name = /apps\/(api|worker)\//.exec(path)?.[1];
  const child = fork(new URL(path, import.meta.url), { env, execArgv: [...(NODE_FLAGS[name] ?? [])] });
  children.push(child);
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  return { pid: child.pid, end: () => ended(child) };
}

function ended(child) {
  child.kill('SIGTERM');
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
