import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import type { Running } from '#platform/process';
import { RELEASE } from '#platform/runtime';
import { migrate } from '#service';
import { startApi } from '../../apps/api/src/api.js';
import { startWorker } from '../../apps/worker/src/worker.js';
import { connected, createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';

const dataDir = mkdtempSync(join(tmpdir(), 'health-'));
let database: TestDatabase;
let worker: Running;
let base = '';
const said: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });

beforeAll(async () => {
  database = await createDatabase();
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    WORKER_METRICS_PORT: String(port),
  };
  worker = await startWorker(readConfiguration(environment), log);
});
afterAll(async () => {
  await worker?.stop();
  await database?.drop();
  rmSync(dataDir, { recursive: true });
});

async function read(path: string, at = base): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${at}${path}`);
  return { status: response.status, body: await response.json() };
}

/** What a worker says that has no tables yet. */
const WAITS = 'The database is not migrated to this release: the worker waits for `migrate`';
const OK = { database: 'ok', writes: 'ok', queue: 'ok', migrations: 'ok', storage: 'ok', loops: 'ok' };

describe('the worker', () => {
  it('says on the port of its metrics that it lives and that it is ready', async () => {
    expect(await read('/health/live')).toEqual({ status: 200, body: { status: 'ok', ...RELEASE } });
    expect(await read('/health/ready')).toEqual({ status: 200, body: { status: 'ok', checks: OK, ...RELEASE } });
    expect((await fetch(`${base}/health/other`)).status).toBe(404);
    expect(await (await fetch(`${base}/metrics`)).text()).toContain(
      'lost_and_found_loop_standing_seconds{loop="webhook claims"}',
    );
  });

  it('goes on where a later release has migrated the database, and says so once', async () => {
    const unknown = async () =>
      /^lost_and_found_unknown_migrations (\d+)$/m.exec(await (await fetch(`${base}/metrics`)).text())?.[1];
    await read('/health/ready');
    expect(await unknown()).toBe('0');
    await connected(database.url, (client) => client.query(`insert into migrations (name) values ('items/9999_later')`));
    for (let asked = 0; asked < 2; asked++)
      expect(await read('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await unknown()).toBe('1');
    expect(said.filter((line) => line.includes('items/9999_later'))).toHaveLength(1);
    await connected(database.url, (client) => client.query(`delete from migrations where name = 'items/9999_later'`));
  });

  it('works on while DATA_DIR can’t be written, as an API does, and says so', async () => {
    const images = join(dataDir, 'images');
    rmSync(images, { recursive: true });
    writeFileSync(images, 'in the way');
    expect(await read('/health/ready')).toEqual({
      status: 200,
      body: { status: 'degraded', checks: { ...OK, storage: 'degraded' }, ...RELEASE },
    });
    expect((await read('/health/live')).status).toBe(200);
    rmSync(images);
    expect(await read('/health/ready')).toMatchObject({ body: { status: 'ok' } });
  });

  it('is not ready while the database is read-only', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const turn = (how: string, end: string) =>
      connected(database.url, async (client) => {
        await client.query('set default_transaction_read_only = off');
        await client.query(`alter database ${name} ${how} default_transaction_read_only${end}`);
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()`,
          [name],
        );
      });
    await turn('set', ' = on');
    await vi.waitFor(
      async () =>
        expect(await read('/health/ready')).toMatchObject({
          status: 503,
          body: { checks: { database: 'ok', writes: 'failed' } },
        }),
      20_000,
    );
    await turn('reset', '');
    await vi.waitFor(async () => expect((await read('/health/ready')).status).toBe(200), 50_000);
  });
});

describe('the API', () => {
  it('serves without a storage that can’t be written, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unwritable-'));
    writeFileSync(join(folder, 'images'), 'in the way');
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const api = await startApi(readConfiguration(environment), pino({ level: 'silent' }));
    try {
      const served = { status: 200, body: { status: 'degraded', checks: { ...OK, storage: 'degraded' }, ...RELEASE } };
      // The queue has half a second, and is opened by the first question.
      await vi.waitFor(async () => expect(await read('/health/ready', api.url)).toEqual(served), 50_000);
    } finally {
      await api.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

it('all processes on a database that is not migrated wait for it: the API is up and not ready, the worker says so once', async () => {
  const empty = await createEmptyDatabase();
  let output = '';
  const port = await freePort();
  const environment = {
    DATABASE_URL: empty.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'waiting-')),
    HOST: '127.0.0.1',
    PORT: String(port),
    API_PROCESSES: '2',
  };
  const waiting = Program.begin('worker', environment, [], (text) => {
    output += text;
  });
  const api = await Program.start('api', environment);
  const ready = () => read('/health/ready', `http://127.0.0.1:${port}`);
  const messages = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg as string);
  const once = [expect.stringMatching(/^The worker of lost-and-found \d+\.\d+\.\d+(-dev)? /), WAITS];
  try {
    expect((await read('/health/live', `http://127.0.0.1:${port}`)).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 503, body: { code: 'unavailable', detail: 'Not working: migrations.' } });
    await vi.waitFor(() => expect(messages()).toEqual(once), 60_000);
    await pause(5_000);
    expect(messages()).toEqual(once);
    await migrate(empty.url);
    await vi.waitFor(() => expect(messages()).toContain('The worker is running'), 60_000);
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), 50_000);
    await api.stop();
    await waiting.stop();
  } finally {
    await api.kill();
    await waiting.kill();
    await empty.drop();
    rmSync(environment.DATA_DIR, { recursive: true });
  }
}, 240_000);
