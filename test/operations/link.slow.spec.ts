import { mkdirSync, mkdtempSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#contexts/texts';
import { Clock } from '#platform/kernel';
import { makeDemo } from '#service';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { Desks } from '../upgrade/desks.js';

const secretKey = Buffer.alloc(32, 7);
const place = mkdtempSync(join(tmpdir(), 'link-'));
const link = join(place, 'current');
let database: TestDatabase;
let api: Program;
let output = '';
let desks: Desks;

beforeAll(async () => {
  database = await createDatabase();
  const demo = (await makeDemo({ databaseUrl: database.url, redisUrl: null, secretKey, clock: new Clock() }))!;
  const port = await freePort();
  symlinkSync(resolve('.'), link);
  const settings = {
    API_PROCESSES: '2',
    DATABASE_URL: database.url,
    DATA_DIR: place,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    PORT: String(port),
    RATE_LIMIT: '0',
    SECRET_KEY: secretKey.toString('base64'),
  };
  api = await Program.start('api', settings, (text) => (output += text), link);
  desks = new Desks(`http://127.0.0.1:${port}`, demo.apiToken, 'demo:1');
}, 120_000);
afterAll(async () => {
  await desks?.close();
  await api?.kill();
  await database?.drop();
  rmSync(place, { recursive: true });
});

it('a process started through a link keeps to its release when the link leads elsewhere, and so do those it starts later', async () => {
  mkdirSync(join(place, 'nothing'));
  symlinkSync('nothing', join(place, '.current'));
  renameSync(join(place, '.current'), link);
  expect(readlinkSync(link)).toBe('nothing');
  // In its own folder: texts, the decoder of photos, the desk's files, the documentation, the thread that judges passwords.
  await desks.everything(Object.keys(LANGUAGES));
  const listening = () => [...output.matchAll(/"pid":(\d+).*The API is listening/g)].map(([, pid]) => Number(pid));
  const [first] = listening();
  process.kill(first!, 'SIGKILL');
  await vi.waitFor(() => expect(listening()).toHaveLength(3), 60_000);
  // That of the one that was killed may have been under way.
  await desks.close();
  expect(desks.unanswered.length).toBeLessThan(10);
  expect(desks.failures).toEqual([]);
}, 180_000);
