import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { migrate } from '#service';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Installation } from './support/installation.js';
import { suspectHeld } from './support/oracle.js';
import { through } from './support/through.js';

let service: Installation | undefined;

describe('a PostgreSQL that stands still', () => {
  it('because it is stopped, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-fault-'));
    const server = await EmbeddedPostgres.start({ folder });
    const [main] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n') as [string];
    const signal = (name: NodeJS.Signals) => {
      const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number);
      for (const pid of [Number(main), ...children]) process.kill(pid, name);
    };
    onTestFinished(async () => {
      signal('SIGCONT');
      await service?.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await migrate(server.url);
    service = await Installation.on(server.url);
    await service.worker();
    const load = await through(service!, { begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') });
    expect(load.unanswered).toBeGreaterThan(0);
  });

  describe('behind a lock', () => {
    let [database, locker]: [TestDatabase?, pg.Client?] = [];
    beforeAll(async () => {
      database = await createDatabase();
      locker = new pg.Client({ connectionString: database.url });
      await locker.connect();
      service = await Installation.on(database.url);
      await service.worker();
    });
    afterAll(async () => {
      await service?.end();
      await locker?.end();
      await database?.drop();
    });

    it.each(['items', 'webhook_deliveries'])('of the table %s', async (table) => {
      const load = await through(service!, {
        async begin() {
          await locker!.query(`begin; lock table ${table} in access exclusive mode`);
          // Until then more was claimed; whoever waits for the lock changes nothing of it.
          await suspectHeld(service!, async (query) => (await locker!.query(query)).rows);
        },
        end: () => locker!.query('rollback'),
      });
      expect(load.unanswered).toBeGreaterThan(0);
    });
  });
});
