import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { commandsShown } from './command-lines.js';
import { InstalledMachine } from './installed.js';

// Each command is a process.
vi.setConfig({ testTimeout: 600_000 });

let database: TestDatabase;
let machine: InstalledMachine;
beforeAll(async () => {
  database = await createEmptyDatabase();
  machine = new InstalledMachine(database.url);
  const built = machine.run('node scripts/build.mjs', { folder: machine.folder });
  expect(built, built.output).toMatchObject({ code: 0 });
}, 300_000);
afterAll(async () => {
  machine?.remove();
  await database?.drop();
});

/** What a command is answered where it can't do its work here, in a line. */
const REFUSED: [RegExp, string][] = [
  [/^group create .*/, 'The code acme is taken'],
  [/^group sso /, 'There is no identity provider'],
  [/^doctor/, 'WRONG public_url: https://lost.example.com (PUBLIC_URL) could not be reached'],
  [/--location acme:1/, 'oes not exist'],
  [/^token revoke /, 'oes not exist'],
  [/^item erase /, 'oes not exist'],
  [/^backup --to /, 'is not empty'],
  [/^backup verify --from \/(?!var)/, 'holds no whole backup'],
  [/^restore --from \/(?!var)/, 'holds no whole backup'],
  [/^restore --from /, 'The database is not empty'],
  [/^secret rotate/, 'SECRET_KEY is the key of this database already'],
];

it('on a machine where nothing is set up yet, every command but those that make a database refuses', () => {
  for (const line of ['person erase --email-stdin', 'restored --speak', 'user list --group acme', 'backup --to b']) {
    const { code, output } = machine.run(`lost-and-found ${line}`, { input: 'guest@example.com' });
    expect([line, code, output]).toEqual([
      line,
      1,
      expect.stringMatching(/^The database \S+ at \S+ \(DATABASE_URL\) is empty\. [^\n]+\n$/),
    ]);
  }
  expect(readdirSync(machine.at('home'))).not.toContain('b');
});

it('npm run admin in the folder that the service runs from refuses, and leaves it as it is', () => {
  const files = () => readdirSync(join(machine.folder, 'dist'), { recursive: true }).length;
  const [before, { mtimeMs }] = [files(), statSync(join(machine.folder, 'dist'))];
  for (const task of ['admin -- doctor', 'start']) {
    const { code, output } = machine.run(`npm run --silent ${task}`, { folder: machine.folder });
    expect([code, output]).toEqual([1, expect.stringContaining('a service is installed here')]);
  }
  expect([files(), statSync(join(machine.folder, 'dist')).mtimeMs]).toEqual([before, mtimeMs]);
  expect(existsSync(join(machine.folder, '.data'))).toBe(false);
});

it('without the settings of the service the program finds no database, and makes none', () => {
  const env = { DATA_DIR: machine.at('elsewhere') };
  for (const line of ['node dist/apps/admin/src/main.js restored --speak', 'sh ops/backup.sh backups 14']) {
    const { code, output } = machine.run(line, { folder: machine.folder, env });
    expect([code, output]).toEqual([
      1,
      // The nightly backup says besides that it made none, and how much room there is.
      expect.stringMatching(
        /^There is no database in \S+ \(DATA_DIR; DATABASE_URL is not set\)\. [^\n]+\n(?:No backup was made: .*)?$/s,
      ),
    ]);
  }
  expect(existsSync(machine.at('elsewhere'))).toBe(false);
});

it('every command of the documents does its work, or says in a line why not', () => {
  expect(machine.run('lost-and-found migrate')).toMatchObject({ code: 0 });
  for (const name of ['hotel.csv', 'items.csv']) {
    writeFileSync(machine.at('home', name), 'item,location,departuredDate\nScarf,Bar,2026-11-20 11:00:00\n');
  }
  const shown = commandsShown().filter(({ line }) => !line.startsWith('--help'));
  // Those of the installation come first, as on a machine.
  shown.sort((one, other) => Number(other.place.includes('install.md')) - Number(one.place.includes('install.md')));
  const done = new Set<string>();
  const unexpected: string[][] = [];
  for (const { place, line } of shown) {
    if (done.has(line)) continue;
    done.add(line);
    const input = line.includes('--password-stdin') ? 'A long password of hers 7' : 'guest@example.com';
    const { code, output } = machine.run(`lost-and-found ${line}`, { input: line.includes('stdin') ? input : '' });
    const [, refusal] = REFUSED.find(([pattern]) => pattern.test(line)) ?? [];
    const isSaid = refusal !== undefined && output.includes(refusal);
    if (/\n\s+at /.test(output) || (code !== 0 && !isSaid)) unexpected.push([place, String(code), output]);
  }
  expect(unexpected).toEqual([]);
  const journal = readFileSync(machine.journal, 'utf8').trim().split('\n');
  expect(journal.length).toBeGreaterThan(done.size);
  for (const line of journal) expect(line).toMatch(/^lost-and-found-command-\d+\.service - Lost and found: a command$/);
});

it('files are of the folder in which the command is typed, and what can’t be written is said in a line', () => {
  mkdirSync(machine.at('home/out'));
  expect(machine.run('lost-and-found export --group acme --file items.csv', { folder: machine.at('home/out') })).toMatchObject({
    code: 0,
  });
  expect(readdirSync(machine.at('home/out'))).toEqual(['items.csv']);
  for (const [line, said] of [
    ['export --group acme --file none/items.csv', 'no such file or directory (ENOENT)'],
    ['backup --to /dev/full/backup', 'not a directory (ENOTDIR)'],
    ['export --group acme > /dev/full', 'no space left on device (ENOSPC)'],
    ['group list > /dev/full', 'no space left on device (ENOSPC)'],
    ['location messages --location acme:1 --zone Europe/Nowhere', '--zone must be a time zone'],
  ]) {
    const { code, output } = machine.run(`lost-and-found ${line}`);
    expect([line, code, output]).toEqual([line, 1, expect.stringContaining(said!)]);
    expect(output).not.toMatch(/\n\s+at /);
  }
});

it('a database that is away, is not there, or lets nobody in is named in a line, without the password', () => {
  const { hostname, port, username } = new URL(database.url);
  for (const url of [
    'postgres://who:secret@127.0.0.1:9/none',
    `postgres://${username}:secret@${hostname}:${port}/none`,
    database.url.replace(/\/[^/]*$/, '/not-there'),
  ]) {
    const env = { DATABASE_URL: url, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    const { code, output } = machine.run('node dist/apps/admin/src/main.js group list', { folder: machine.folder, env });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The database \S+ at \S+ \(DATABASE_URL\) can't be used: [^\n]+\n$/),
    ]);
    expect(output).not.toContain('secret');
  }
});

it('a folder without the images that the database has is refused: it is another service’s, or none', async () => {
  await connected(database.url, (client) => client.query(`insert into image_prints values (1, 'a.png', b'${'0'.repeat(64)}')`));
  const env = { DATABASE_URL: database.url, DATA_DIR: machine.at('none'), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  for (const line of ['restored --speak', `backup --to ${machine.at('none-of-them')}`]) {
    const { code, output } = machine.run(`node dist/apps/admin/src/main.js ${line}`, { folder: machine.folder, env });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The database has images, and there is no \S+ \(DATA_DIR\)\. [^\n]+\n$/),
    ]);
  }
  expect(existsSync(machine.at('none-of-them'))).toBe(false);
});
