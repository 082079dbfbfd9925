import { execFile, spawnSync } from 'node:child_process';
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
function nightly(databaseUrl: string, to = folder) {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const secret = Buffer.alloc(32, 7).toString('base64');
  const env = { ...process.env, PATH: path, DATABASE_URL: databaseUrl, DATA_DIR: place, SECRET_KEY: secret };
  return promisify(execFile)('/bin/sh', ['ops/backup.sh', to, '14'], { env });
}

const lastBackups = () => connected(database.url, async (client) => (await client.query('select at from last_backup')).rows);

it('the nightly backup deletes old ones only when the new one was written and is whole', async () => {
  await expect(nightly('postgres://nobody@127.0.0.1:9/none')).rejects.toMatchObject({ code: 1 });
  expect(readdirSync(folder).sort()).toEqual([...OLD, ...KEPT].sort());
  // That of a new installation, or of no settings at all: nothing is in it.
  await expect(nightly(database.url)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('has no Group') });
  expect(readdirSync(folder).sort()).toEqual([...OLD, ...KEPT].sort());
  expect(await lastBackups()).toEqual([]);

  await connected(database.url, (client) =>
    client.query(`insert into groups (code, name, created_at) values ('acme', 'Acme', now())`),
  );
  const { stdout, stderr } = await nightly(database.url);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/is whole: it holds \d+ rows of \d+ tables and 0 files\.\nThe last good backup is of 20\S+Z\.\n$/);
  expect(await lastBackups()).toHaveLength(1);
  const left = readdirSync(folder);
  expect(left).toEqual(expect.arrayContaining(KEPT));
  for (const name of OLD) expect(left).not.toContain(name);
}, 180_000);

const small = join(place, 'small');
mkdirSync(small);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status === 0;
afterAll(() => isMounted && spawnSync('umount', [small]));

it.skipIf(!isMounted)(
  'a backup for which there is no room says where, and leaves the room to the next',
  async () => {
    const failure = await nightly(database.url, small).catch((error) => error);
    expect(failure.code).toBe(1);
    expect(failure.stderr).toMatch(/^\S+\/small\/20\S+ can't be written \(ENOSPC: .+\)\.\nNo backup was made: /m);
    expect(readdirSync(small)).toEqual([]);
  },
  60_000,
);
