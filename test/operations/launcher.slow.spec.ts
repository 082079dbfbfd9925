import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '#platform/kernel';
import { MIGRATIONS, makeDemo, migrate } from '#service';
import { connected, createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program, runToEnd } from '../support/program.js';

const clearing: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of clearing.splice(0).reverse()) await clear();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'launched-'));
  // PostgreSQL runs as an account of its own when the service is started by root.
  chmodSync(made, 0o755);
  clearing.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function database(make: () => Promise<TestDatabase>): Promise<string> {
  const made = await make();
  clearing.push(() => made.drop());
  return made.url;
}

/** Starts everything, waits until it is ready, and stops it. @returns what was printed */
async function started(environment: Record<string, string>): Promise<string> {
  let output = '';
  const everything = { LOG_LEVEL: 'info', ...environment, PORT: String(await freePort()) };
  const launcher = Program.begin('launcher', everything, [], (text) => {
    output += text;
  });
  clearing.push(() => launcher.kill());
  // A first start takes some 12 s of CPU, beside whatever else runs.
  await vi.waitFor(() => expect(output).toContain('Press Ctrl-C to stop it.'), { timeout: 300_000, interval: 100 });
  await launcher.stop();
  return output;
}

/** A file with a setting. */
function fileOf(content: string, name = 'setting'): string {
  const file = join(folder(), name);
  writeFileSync(file, `${content}\n`);
  return file;
}

/** A file that gives its content once, as a shell's `<(…)` does. */
function onceOf(content: string): string {
  const [file, pipe] = [fileOf(content), join(folder(), 'once')];
  execFileSync('mkfifo', [pipe]);
  const writer = spawn('sh', ['-c', 'exec cat "$0" > "$1"', file, pipe]);
  clearing.push(() => writer.kill());
  return pipe;
}

describe('npm start', () => {
  it.each(['-400d', '-26d', '3d', '400d'])(
    'makes its demo by the clock of the service, moved by %s',
    async (CLOCK_OFFSET) => {
      const [dataDir, PORT] = [folder(), String(await freePort())];
      let output = '';
      const launcher = Program.begin('launcher', { DATA_DIR: dataDir, PORT, CLOCK_OFFSET }, [], (text) => {
        output += text;
      });
      clearing.push(() => launcher.kill());
      await vi.waitFor(() => expect(output).toContain('Press Ctrl-C to stop it.'), { timeout: 300_000, interval: 100 });
      const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
      const headers = { Authorization: `Bearer ${demo.apiToken}` };
      const response = await fetch(`http://127.0.0.1:${PORT}/api/v2/items?limit=100`, { headers });
      const { items } = (await response.json()) as { items: { foundAt: string; createdAt: string }[] };
      const ages = items.map((item) => Date.parse(item.createdAt) - Date.parse(item.foundAt));
      expect(ages).toHaveLength(24);
      expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...ages)).toBeLessThan(36 * 24 * 60 * 60 * 1000);
      await launcher.stop();
    },
    400_000,
  );

  it('takes its settings from files, read once, however many processes it runs', async () => {
    const url = await database(createEmptyDatabase);
    const SECRET_KEY = randomBytes(32).toString('base64');
    const absolute = {
      DATABASE_URL_FILE: fileOf(url),
      SECRET_KEY_FILE: fileOf(SECRET_KEY),
      SMTP_URL_FILE: fileOf('smtp://127.0.0.1:9'),
    };
    const direct = { DATABASE_URL_FILE: fileOf(url), DATABASE_DIRECT_URL_FILE: fileOf(url), DATABASE_READ_URL_FILE: fileOf(url) };
    const ways = {
      relative: { ...absolute, DATABASE_URL_FILE: relative(process.cwd(), absolute.DATABASE_URL_FILE) },
      'several processes': { ...absolute, ...direct, API_PROCESSES: '2' },
      'files that give their content once': {
        DATABASE_URL_FILE: onceOf(url),
        SECRET_KEY_FILE: onceOf(SECRET_KEY),
        API_PROCESSES: '2',
      },
      'beside variables': { DATABASE_URL: url, SECRET_KEY_FILE: absolute.SECRET_KEY_FILE },
    };
    for (const [way, environment] of Object.entries(ways)) {
      expect(await started({ ...environment, DATA_DIR: folder() }), way).not.toMatch(/ConfigurationError|Invalid/);
    }
    // The processes by themselves, and the command line.
    const alone = { ...absolute, DATA_DIR: folder(), HOST: '127.0.0.1' };
    const api = await Program.start('api', { ...alone, API_PROCESSES: '2', PORT: String(await freePort()) });
    clearing.push(() => api.kill());
    const worker = await Program.start('worker', alone);
    clearing.push(() => worker.kill());
    const asked = await runToEnd('admin', alone, ['group', 'list', '--json']);
    expect(asked).toMatchObject({ code: 0, output: expect.stringContaining('[') });
    await Promise.all([api.stop(), worker.stop()]);
  }, 400_000);

  it('prints the demo’s token and passwords at its first start, and never again', async () => {
    const dataDir = folder();
    const first = await started({ DATA_DIR: dataDir });
    const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
      apiToken: string;
      users: { password: string }[];
    };
    const secrets = [demo.apiToken, ...demo.users.map(({ password }) => password)];
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => !first.includes(secret))).toEqual([]);

    const later = await started({ DATA_DIR: dataDir });
    expect(secrets.filter((secret) => later.includes(secret))).toEqual([]);
    expect(later).toContain(join(dataDir, 'demo.json'));

    // What an earlier start prepared is looked at again: here somebody took the database away.
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    const again = await started({ DATA_DIR: dataDir });
    expect(again).toContain(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).apiToken);
    expect(again).not.toContain(demo.apiToken);
  }, 1_000_000);

  it('with another key ends with one line, and has not migrated the database', async () => {
    const secretKey = randomBytes(32);
    const known = await database(createDatabase);
    await makeDemo({ databaseUrl: known, redisUrl: null, secretKey, clock: new Clock() });
    const older = await database(createEmptyDatabase);
    await migrate(older, undefined, Object.fromEntries(Object.entries(MIGRATIONS).slice(0, -1)));
    const [key] = await connected(known, async (client) => (await client.query('select * from service_keys')).rows);
    await connected(older, (client) =>
      client.query('insert into service_keys (id, state, proof, since) values ($1, $2, $3, $4)', [
        key.id,
        key.state,
        key.proof,
        key.since,
      ]),
    );
    const done = () => connected(older, async (client) => (await client.query('select name from migrations order by id')).rows);
    const before = await done();

    const environment = (held: Buffer) => ({ DATABASE_URL: older, DATA_DIR: folder(), SECRET_KEY: held.toString('base64') });
    const refused = { ...environment(randomBytes(32)), PORT: String(await freePort()) };
    const { code, output } = await runToEnd('launcher', refused, []);
    expect(output.trim().split('\n')).toEqual([expect.stringContaining('SECRET_KEY is not the key')]);
    expect(code).toBe(1);
    expect(await done()).toEqual(before);

    await started(environment(secretKey));
    expect(await done()).toHaveLength(before.length + 1);
  }, 240_000);

  it('a lock that a power cut has emptied keeps nobody out', async () => {
    const DATA_DIR = folder();
    writeFileSync(join(DATA_DIR, 'running.pid'), '');
    const away = { DATA_DIR, DATABASE_URL: 'postgres://ann@127.0.0.1:9/none', PORT: String(await freePort()) };
    const { output } = await runToEnd('launcher', away, []);
    expect(output).toMatch(/^The database at 127\.0\.0\.1:9 can't be used: /m);
  });

  it('a port that is given to two parts is named in one line', async () => {
    const port = String(await freePort());
    const { code, output } = await runToEnd('launcher', { DATA_DIR: folder(), PORT: port, API_METRICS_PORT: port }, []);
    expect(output).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use\. [^\n]+ API_METRICS_PORT\.\n$/);
    expect(code).toBe(1);
  });
});
