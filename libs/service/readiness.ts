import { MikroORM } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { Database } from '#platform/database';
import { HealthChecks } from '#platform/health';
import { Wakeups } from '#platform/queue';
import { Storage } from '#platform/storage';
import { Watchdog } from '#platform/watchdog';
import { isMigrated } from './migrate.js';

/**
 * Registers what a process of the service works with. The API serves without the queue, as commands and what they send are in
 * PostgreSQL; a worker is told by the queue what to look at and when to sweep.
 */
export function registerChecks(app: INestApplicationContext, process: 'api' | 'worker'): void {
  const checks = app.get(HealthChecks);
  const { connections } = app.get(Database);
  checks.register('database', () => connections.check());
  checks.register('writes', () => connections.checkWritable());
  const queue = () => app.get(Wakeups).check();
  if (process === 'api') checks.registerHelpful('queue', queue);
  else checks.register('queue', queue);
  checks.register('migrations', async () => {
    if (!(await isMigrated(app.get(MikroORM)))) throw new Error('Migrations are pending.');
  });
  checks.register('storage', () => app.get(Storage).check());
  checks.register('loops', () => app.get(Watchdog).check());
}
