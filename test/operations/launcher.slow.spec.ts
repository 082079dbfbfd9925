import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('npm start', () => {
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
});
