import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { migrate } from '#service';
import { Admin } from '../../apps/admin/src/admin.js';
import type { Finding } from '../../apps/admin/src/doctor.js';
import { programOf } from '../../apps/admin/src/program.js';
import { connected, createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { PGBOUNCER_INSTALLED, PgBouncer } from '../support/pgbouncer.js';
import { startService, type TestService } from '../support/service.js';

const KEY = randomBytes(32);
const place = mkdtempSync(join(tmpdir(), 'doctor-'));
let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createDatabase();
  await migrate(database.url);
  // The first process tells the database its key.
  service = await startService({ databaseUrl: database.url, secretKey: KEY });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await service?.stop();
  await database?.drop();
  rmSync(place, { recursive: true, force: true });
});

/** Runs `doctor`. @returns what it found, by check, and its exit code */
async function doctor(settings: NodeJS.ProcessEnv = {}) {
  const environment = { DATABASE_URL: database.url, DATA_DIR: place, SECRET_KEY: KEY.toString('base64'), ...settings };
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await programOf(new Admin(() => readConfiguration(environment))).parseAsync(['doctor', '--json'], { from: 'user' });
    const found: Finding[] = JSON.parse(log.mock.lastCall![0]);
    const wrong = found.filter(({ ok }) => !ok).map(({ check, text }) => [check, text]);
    return { checks: found.map(({ check }) => check), wrong: Object.fromEntries(wrong), code: process.exitCode };
  } finally {
    log.mockRestore();
    process.exitCode = undefined;
  }
}

const said = (text: string) => expect.stringContaining(text);

describe('doctor', () => {
  it('finds nothing wrong with a service that is set up, and leaves nothing behind', async () => {
    const checks = ['database', 'extensions', 'migrations', 'settings', 'clock', 'key', 'queue', 'storage', 'disk'];
    expect(await doctor()).toEqual({ checks, wrong: {}, code: undefined });
    expect(readdirSync(join(place, 'images'))).toEqual([]);
  });

  it('finds a database that is not migrated', async () => {
    const empty = await createEmptyDatabase();
    const { wrong, code } = await doctor({ DATABASE_URL: empty.url });
    expect(wrong).toMatchObject({
      extensions: said('btree_gin, pg_trgm, unaccent missing'),
      migrations: said('run "migrate"'),
    });
    expect(code).toBe(1);
    await empty.drop();
  });

  it('finds that a later release has migrated the database', async () => {
    await connected(database.url, (client) => client.query(`insert into migrations (name) values ('items/9999_later')`));
    expect((await doctor()).wrong).toEqual({ migrations: said('A later release migrated this database: items/9999_later.') });
    await connected(database.url, (client) => client.query(`delete from migrations where name = 'items/9999_later'`));
  });

  it('finds a database that is away, another key, a clock that is wrong and files that can’t be stored', async () => {
    const away = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(Object.keys(away.wrong)).toEqual(['database', 'extensions', 'migrations', 'settings', 'clock', 'key', 'queue']);
    expect(away.wrong.database).toContain('ECONNREFUSED');
    expect((await doctor({ SECRET_KEY: randomBytes(32).toString('base64') })).wrong).toEqual({ key: said('SECRET_KEY') });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    expect((await doctor()).wrong).toEqual({ clock: said('s ahead of this machine') });
    vi.useRealTimers();
    rmSync(join(place, 'images'), { recursive: true });
    writeFileSync(join(place, 'images'), 'in the way');
    expect(Object.keys((await doctor()).wrong)).toEqual(['storage']);
    rmSync(join(place, 'images'));
  });

  it('finds that DATABASE_READ_URL leads to no standby', async () => {
    expect((await doctor({ DATABASE_READ_URL: database.url })).wrong).toEqual({ replica: said('no standby') });
  });

  it.skipIf(!PGBOUNCER_INSTALLED)('finds that sessions behind a pooler have no limits, and that they have JIT off', async () => {
    const pooler = await PgBouncer.start(database.url);
    const { wrong } = await doctor({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });
    expect(wrong).toEqual({ settings: said('idle_in_transaction_session_timeout = 0, statement_timeout = 0: set them') });
    await pooler.stop();
  });
});
