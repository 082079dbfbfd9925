// npm run bench: registering and listing items, beside a hand-written Express and pg server that writes the same rows.
// Both run on the same PostgreSQL, in turns, so that what else the machine does meets both; the median of the ratios counts.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { makeDemo, migrate } from '../dist/libs/contexts/index.js';
import { EmbeddedPostgres } from '../dist/libs/embedded-postgres/index.js';
import { Clock } from '../dist/libs/kernel/index.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 32;

const item = {
  item: 'Phone charger, USB-C',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: { weight: { ID: 1 }, dimensions: { fitsInServicePackaging: true } },
  itemStorage: 'Shelf B3',
  internalNotes: 'Found by housekeeping',
  brand: 'Anker',
  colors: ['black'],
  categories: ['electronic_secondary'],
  owner: {
    firstName: 'Anna',
    lastName: 'Schmidt',
    contactEmail: 'anna.schmidt@example.com',
    phoneNumber: '+49 40 123456',
    address: { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-bench-'));
const server = await EmbeddedPostgres.start({ folder });
const children = [];
try {
  const sides = { service: await prepare('service'), peer: await prepare('peer') };
  const api = new URL('../dist/apps/api/src/main.js', import.meta.url);
  await start(api, sides.service, 4101);
  await start(new URL('./peer.mjs', import.meta.url), sides.peer, 4102);

  const table = {};
  for (const [name, request] of Object.entries({
    'register an item': { method: 'POST', path: '/api/v2/items', body: JSON.stringify(item) },
    'list 10 items': { method: 'GET', path: '/api/v2/items?limit=10' },
  })) {
    table[name] = await compare(request, sides.service.token);
  }
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, requests a second (median), p99 in ms; Node ${process.version}`,
  );
  console.table(table);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** A database with the demo Group, whose webhooks go to an endpoint (nobody delivers them here). */
async function prepare(name) {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const surroundings = { databaseUrl: url.href, redisUrl: null, secretKey: Buffer.alloc(32, 7), clock: new Clock() };
  const { apiToken } = await makeDemo(surroundings);
  return { url: url.href, token: apiToken };
}

async function start(path, { url, token }, port) {
  const environment = { DATABASE_URL: url, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: folder };
  const secret = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), RATE_LIMIT: '0', NODE_ENV: 'production' };
  const child = fork(path, { env: { ...process.env, ...environment, ...secret } });
  children.push(child);
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  if (port !== 4101) return;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ webhooks: { itemStatus: true }, endpoints: { itemStatus: 'https://hooks.example.com/items' } });
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/webhooks/config`, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(`The webhook can't be configured: ${await response.text()}`);
}

async function compare(request, token) {
  await load(4101, request, token, 2);
  await load(4102, request, token, 2);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [4101, 4102] : [4102, 4101];
    const results = {};
    for (const port of order) results[port] = await load(port, request, token, SECONDS);
    rounds.push({ service: results[4101], peer: results[4102] });
  }
  const of = (pick) => median(rounds.map(pick));
  return {
    service: Math.round(of(({ service }) => service.rate)),
    peer: Math.round(of(({ peer }) => peer.rate)),
    ratio: Number(of(({ service, peer }) => service.rate / peer.rate).toFixed(2)),
    'service p99': of(({ service }) => service.p99),
    'peer p99': of(({ peer }) => peer.p99),
  };
}

async function load(port, { method, path, body }, token, duration) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    connections: CONNECTIONS,
    duration,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no success, ${result.errors} calls failed.`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
