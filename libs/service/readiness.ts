import { MikroORM } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { Database } from '#platform/database';
import { HealthChecks } from '#platform/health';
import { Wakeups } from '#platform/queue';
import { Storage } from '#platform/storage';
import { Watchdog } from '#platform/watchdog';
import { isMigrated } from './migrate.js';

/** Registers what must work for a process of the service to be ready; the same for all of them. */
export function registerChecks(app: INestApplicationContext): void {
  const checks = app.get(HealthChecks);
  const { connections } = app.get(Database);
  checks.register('database', () => connections.check());
  checks.register('writes', () => connections.checkWritable());
  checks.register('queue', () => app.get(Wakeups).check());
  checks.register('migrations', async () => {
    if (!(await isMigrated(app.get(MikroORM)))) throw new Error('Migrations are pending.');
  });
  checks.register('storage', () => app.get(Storage).check());
  checks.register('loops', () => app.get(Watchdog).check());
}
