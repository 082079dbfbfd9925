import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';

const OLD = ['2026-01-01T030000', '2026-01-02T030000'];
const KEPT = ['2026-01-03T030000', 'of-somebody-else'];
const place = mkdtempSync(join(tmpdir(), 'nightly-'));
const folder = join(place, 'backups');
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  for (const name of [...OLD, ...KEPT]) mkdirSync(join(folder, name), { recursive: true });
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
  for (const name of [...OLD, 'of-somebody-else']) utimesSync(join(folder, name), days(16), days(16));
  utimesSync(join(folder, KEPT[0]!), days(13), days(13));
});
afterAll(async () => {
  await database?.drop();
  rmSync(place, { recursive: true, force: true });
});

/** Runs the script of the systemd unit with the Node that runs this. */
function nightly(databaseUrl: string) {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const secret = Buffer.alloc(32, 7).toString('base64');
  const env = { ...process.env, PATH: path, DATABASE_URL: databaseUrl, DATA_DIR: place, SECRET_KEY: secret };
  return promisify(execFile)('/bin/sh', ['ops/backup.sh', folder, '14'], { env });
}

it('the nightly backup deletes old ones only when the new one was written and is whole', async () => {
  await expect(nightly('postgres://nobody@127.0.0.1:9/none')).rejects.toMatchObject({ code: 1 });
  expect(readdirSync(folder).sort()).toEqual([...OLD, ...KEPT].sort());
  // That of a new installation, or of no settings at all: nothing is in it.
  await expect(nightly(database.url)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('has no Group') });
  expect(readdirSync(folder).sort()).toEqual([...OLD, ...KEPT].sort());

  await connected(database.url, (client) =>
    client.query(`insert into groups (code, name, created_at) values ('acme', 'Acme', now())`),
  );
  const { stdout, stderr } = await nightly(database.url);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/is whole: it holds \d+ rows of \d+ tables and 0 files\.\n$/);
  const left = readdirSync(folder);
  expect(left).toEqual(expect.arrayContaining(KEPT));
  for (const name of OLD) expect(left).not.toContain(name);
}, 180_000);
