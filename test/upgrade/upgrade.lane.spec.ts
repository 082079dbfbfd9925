import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connected, createEmptyDatabase, rowsOf, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program, runToEnd } from '../support/program.js';
import { call, Desks, HOTEL, UMBRELLA } from './desks.js';
import { fillTables } from './every-table.js';
import { copyItem } from './records.js';
import { admin, commitsBefore, Releases } from './release.js';

const ITEMS = Number(process.env.UPGRADE_ITEMS ?? 100_000);
/** Milliseconds that a call may take while the next release migrates. */
const LONGEST = Number(process.env.UPGRADE_LONGEST ?? 1_000);

/** Of guests, besides English: no page was shown in them when the link moves. */
const LANGUAGES = ['de', 'fr', 'es', 'nl', 'it', 'pt', 'pl', 'sv', 'ja', 'zh', 'ar'];

describe.each(commitsBefore())('from %s', (from) => {
  const programs: Program[] = [];
  let releases: Releases;
  let data: string;
  let database: TestDatabase;

  beforeAll(async () => {
    releases = new Releases(from);
    data = mkdtempSync(join(tmpdir(), 'lost-and-found-data-'));
    database = await createEmptyDatabase();
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await database?.drop();
    releases?.remove();
    if (data) rmSync(data, { recursive: true });
  });

  it(`calls are answered within a second while ${ITEMS} items are migrated, and while the release changes and goes back`, async () => {
    const earlier = releases.at('earlier');
    const env = { DATABASE_URL: database.url, DATA_DIR: data, SECRET_KEY: randomBytes(32).toString('base64'), REDIS_URL: '' };
    admin(earlier, env, 'migrate');
    admin(earlier, env, 'group', 'create', '--code', 'demo', '--name', 'Demo');
    admin(earlier, env, 'language', 'add', '--group', 'demo', '--language', 'English', '--code', 'en', '--default');
    const { token } = admin(earlier, env, 'token', 'create', '--group', 'demo');
    /** API and worker of the release that the link leads to. */
    const start = async () => {
      const port = await freePort();
      const settings = { ...env, RATE_LIMIT: '0', HOST: '127.0.0.1', PORT: String(port) };
      const started: Program[] = [];
      for (const name of ['worker', 'api'] as const)
        started.push(await Program.start(name, settings, undefined, releases.current));
      programs.push(...started);
      const stop = () => Promise.all(started.map((program) => program.stop()));
      return { url: `http://127.0.0.1:${port}`, stop };
    };
    let running = await start();
    const { locationID } = await call(running.url, token, 'POST', '/locations', HOTEL);
    const { ID } = await call(running.url, token, 'POST', '/items', { ...UMBRELLA, locationID });
    await call(running.url, token, 'PUT', `/items/${ID}`, { internalNotes: 'Shelf B3' });
    await copyItem(database.url, ID, ITEMS);

    const desks = new Desks(running.url, token, locationID, ITEMS);
    /** What runs goes on when the link moves, from its own folder; then another takes over. */
    const change = async (name: 'earlier' | 'this', languages: readonly string[]) => {
      releases.use(name);
      await desks.everything(languages);
      const next = await start();
      desks.url = next.url;
      await running.stop();
      running = next;
      await desks.everything(LANGUAGES);
    };
    const began = performance.now();
    const { code, output } = await runToEnd('admin', env, ['migrate']);
    const seconds = (performance.now() - began) / 1000;
    const { longest } = desks;
    await change('this', LANGUAGES);
    await change('earlier', []);
    await change('this', []);
    await desks.close();
    await running.stop();
    const rows = Object.entries(desks.times).map(([what, times]) => ({ what, calls: times.length, longest: Math.max(...times) }));
    console.log(
      `From ${from} with ${ITEMS} items in ${seconds.toFixed(1)} s; the longest call ${longest.toFixed()} ms; of each kind in all, in ms:`,
    );
    console.table(rows);
    expect(code, output).toBe(0);
    expect(desks.failures).toEqual([]);
    expect(desks.unanswered).toEqual([]);
    const stored = 'select count(*)::int as number from items where id = any($1)';
    const { rows: found } = await connected(database.url, (client) => client.query(stored, [desks.registered]));
    expect(found).toEqual([{ number: desks.registered.length }]);
    expect(longest).toBeLessThan(LONGEST);
  });

  it('a database with a row in every table keeps every row', async () => {
    const filled = await createEmptyDatabase();
    const env = { DATABASE_URL: filled.url, DATA_DIR: data, SECRET_KEY: randomBytes(32).toString('base64'), REDIS_URL: '' };
    admin(releases.at('earlier'), env, 'migrate');
    expect((await connected(filled.url, fillTables)).length).toBeGreaterThan(20);
    const before = await connected(filled.url, rowsOf);
    // The made-up rows are sealed with no key, which is compared where it is known.
    const { SECRET_KEY: _, ...withoutKey } = env;
    const { code, output } = await runToEnd('admin', withoutKey, ['migrate']);
    expect(code, output).toBe(0);
    expect(Object.values(before).filter((rows) => rows.length === 0)).toEqual([]);
    expect(await connected(filled.url, rowsOf)).toMatchObject(before);
    await filled.drop();
  });
});
