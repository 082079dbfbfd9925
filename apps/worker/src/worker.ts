import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Configuration } from '#platform/configuration';
import { HealthChecks, healthPages, Metrics, startTracing, Watchdog } from '#platform/observability';
import { NestLog, type Running } from '#platform/process';
import { registerChecks, serviceOptions, tellParts, untilMigrated } from '#service';
import { WorkerModule } from './worker.module.js';

/**
 * Starts the background jobs, once the database is migrated to this release.
 * @throws when the database can't be reached
 */
export async function startWorker(configuration: Configuration, log: Logger): Promise<Running> {
  const tracing = await startTracing('lost-and-found-worker', configuration.tracesUrl);
  const options = serviceOptions(configuration);
  await untilMigrated(options.databaseUrl, () => {
    log.warn('The database is not migrated to this release: the worker waits for `migrate`');
  });
  const { timeout, retrySchedule: schedule, allowPrivateAddresses, retention } = configuration.webhooks;
  const webhooks = { timeout, schedule, allowPrivateAddresses, retention };
  const module = WorkerModule.forRoot(options, webhooks, configuration.messages);
  const app = await NestFactory.createApplicationContext(module, { logger: new NestLog(log), abortOnError: false });
  registerChecks(app, 'worker');
  tellParts(app, configuration, 'worker');
  const { host, workerPort } = configuration.metrics;
  if (workerPort !== null) await app.get(Metrics).serve(workerPort, host, healthPages(app.get(HealthChecks)));
  // Thrown outside of every call: the process ends with this line, and its supervisor starts it again.
  app.get(Watchdog).start((stalled) => {
    throw stalled;
  });
  log.info('The worker is running');
  return {
    async stop() {
      await app.close();
      await tracing?.stop();
    },
  };
}
