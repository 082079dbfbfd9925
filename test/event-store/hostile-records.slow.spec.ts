import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Clock } from '#platform/kernel';
import { makeDemo } from '#service';
import { type Call, callsWith } from '../support/call.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { UMBRELLA } from '../support/records.js';
import { grown, LONG } from './long-records.js';

const secretKey = Buffer.alloc(32, 7);

let database: TestDatabase;
let sql: pg.Client;
let api: Program;
let call: Call;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createDatabase();
  sql = new pg.Client(database.url);
  await sql.connect();
  const token = (await makeDemo({ databaseUrl: database.url, redisUrl: null, secretKey, clock: new Clock() }))!.apiToken;
  const port = await freePort();
  environment = { DATABASE_URL: database.url, SECRET_KEY: secretKey.toString('base64') };
  api = await Program.start('api', { ...environment, HOST: '127.0.0.1', PORT: String(port), RATE_LIMIT: '100000' });
  call = callsWith(`http://127.0.0.1:${port}`, token);
});
afterAll(async () => {
  await api?.stop();
  await sql?.end();
  await database?.drop();
});

/** What the process has held at most, in MB. */
const peak = ({ pid }: Program) =>
  Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

/** An item with so many events of 16 kB, which releases before this one made. */
async function hostile(events: number): Promise<number> {
  const { ID } = (await call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' })).body;
  await call('PUT', `/items/${ID}`, { internalNotes: LONG, itemStorage: LONG });
  await sql.query(grown(1, ID, events));
  return ID;
}

it('32 calls at once on a record with 202 large events are answered, and so is everybody else, within 350 MB', async () => {
  const [ID, other] = [await hostile(202), await hostile(2)];
  const calls = Array.from({ length: 32 }, (_, n) => call('PUT', `/items/${ID}`, { internalNotes: LONG, brand: `Brand ${n}` }));
  const others = Array.from({ length: 20 }, () => call('PUT', `/items/${other}`, { internalNotes: LONG }));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(statuses).toContain(200);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  expect((await call('PUT', `/items/${ID}`, { brand: 'Anker' })).status).toBe(200);
  expect(peak(api)).toBeLessThan(350);
});

it('a record with 9,400 large events does not end the worker, which lists its changes and those of all others', async () => {
  const ID = await hostile(9_400);
  const { ID: other } = (await call('POST', '/items', { ...UMBRELLA, locationID: 'demo:1' })).body;
  const worker = await Program.start('worker', { ...environment, SMTP_URL: '', MESSAGES: 'off' });
  try {
    const listed = async (id: number) =>
      Number((await sql.query(`select count(*) from changes where subject = 'item' and subject_id = $1`, [id])).rows[0].count);
    await vi.waitFor(async () => expect(await listed(other)).toBe(1), { timeout: 150_000, interval: 250 });
    expect(await listed(ID)).toBe(9_400);
    expect(peak(worker)).toBeLessThan(300);
  } finally {
    await worker.stop();
  }
}, 200_000);
