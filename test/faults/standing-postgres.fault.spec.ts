import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { migrate } from '#service';
import { createDatabase } from '../support/database.js';
import { Installation } from './support/installation.js';
import { through } from './support/through.js';

let service: Installation;
const clearing: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  await service?.end();
  for (const clear of clearing.splice(0).reverse()) await clear();
});

describe('a PostgreSQL that stands still', () => {
  it('because it is stopped, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-fault-'));
    const server = await EmbeddedPostgres.start({ folder });
    clearing.push(
      () => rmSync(folder, { recursive: true, force: true }),
      () => server.stop(),
    );
    await migrate(server.url);
    service = await Installation.on(server.url);
    const [main] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n') as [string];
    const signal = (name: NodeJS.Signals) => {
      const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number);
      for (const pid of [Number(main), ...children]) process.kill(pid, name);
    };
    clearing.push(() => signal('SIGCONT'));
    const load = await through(service, { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') });
    expect(load.unanswered).toBeGreaterThan(0);
  });

  it.each(['items', 'webhook_deliveries'])('behind a lock of the table %s', async (table) => {
    const database = await createDatabase();
    service = await Installation.on(database.url);
    const locker = new pg.Client({ connectionString: database.url });
    await locker.connect();
    clearing.push(
      () => database.drop(),
      () => locker.end(),
    );
    const load = await through(service, {
      begin: () => locker.query(`begin; lock table ${table} in access exclusive mode`),
      end: () => locker.query('rollback'),
    });
    expect(load.unanswered).toBeGreaterThan(0);
  });
});
