import { MikroORM } from '@mikro-orm/postgresql';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '#platform/database';
import { HealthChecks, Metrics, Watchdog } from '#platform/observability';
import { PoolerInBetween, Wakeups } from '#platform/queue';
import { Storage } from '#platform/storage';
import { migrationsOf } from './migrate.js';

/**
 * Registers what a process of the service works with. The API serves without the queue, as commands and what they send are in
 * PostgreSQL; a worker learns from the queue what to look at and when to sweep. Both serve without the storage, as only images need it
 * (docs/adr/0017-logging-and-health.md).
 */
export function registerChecks(app: INestApplicationContext, process: 'api' | 'worker'): void {
  const checks = app.get(HealthChecks);
  const { connections } = app.get(Database);
  checks.register('database', () => connections.check());
  checks.register('writes', () => connections.checkWritable());
  const queue = () => app.get(Wakeups).check();
  checks[process === 'api' ? 'registerHelpful' : 'register']('queue', queue);
  // A wrong setting, named at the start as well, where nobody asks for the health.
  queue().catch((problem) => problem instanceof PoolerInBetween && new Logger('Queue').warn(problem.message));
  checks.register('migrations', migrationsCheck(app));
  const storage = () => app.get(Storage).check();
  checks.registerHelpful('storage', storage);
  storage().catch((problem) => new Logger('Storage').warn(`Does not work: storage: ${(problem.cause ?? problem).message}`));
  checks.register('loops', () => app.get(Watchdog).check());
}

/** A release keeps working on a database migrated by a later one (docs/adr/0025-migrations-beside-a-running-release.md), and says so. */
function migrationsCheck(app: INestApplicationContext): () => Promise<void> {
  const log = new Logger('Migrations');
  const connection = app.get(MikroORM).em.getConnection();
  const found = new Gauge({
    name: 'lost_and_found_unknown_migrations',
    help: 'Migrations of the database that this release does not know: a later one made them.',
    aggregator: 'max',
    registers: [app.get(Metrics).registry],
  });
  const { connections } = app.get(Database);
  let [said, migrated] = ['', false];
  const check = async () => {
    // No migration is taken back, and the question would wait for the work.
    if (migrated && connections.areAllInUse) return;
    const { pending, unknown } = await migrationsOf((text) => connection.execute(text));
    found.set(unknown.length);
    const names = unknown.join(', ');
    if (names !== '' && names !== said)
      log.warn(
        `A later release migrated this database (${names}). This one goes on; replace it, or see that it is meant to run.`,
      );
    said = names;
    migrated = pending.length === 0;
    if (!migrated) throw new Error('Migrations are pending.');
  };
  // At the start as well, where nobody asks for the health. A failure here fails the check.
  void check().catch(() => undefined);
  return check;
}
