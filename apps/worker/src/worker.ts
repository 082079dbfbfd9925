import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Configuration } from '#platform/configuration';
import { NestLog } from '#platform/log';
import { Metrics } from '#platform/metrics';
import type { Running } from '#platform/process';
import { Watchdog } from '#platform/watchdog';
import { serviceOptions } from '#service';
import { WorkerModule } from './worker.module.js';

/**
 * Starts the background jobs.
 * @throws when the database can't be reached
 */
export async function startWorker(configuration: Configuration, log: Logger): Promise<Running> {
  const { timeout, retrySchedule: schedule, allowPrivateAddresses, retention } = configuration.webhooks;
  const webhooks = { timeout, schedule, allowPrivateAddresses, retention };
  const module = WorkerModule.forRoot(serviceOptions(configuration), webhooks, configuration.messages);
  const app = await NestFactory.createApplicationContext(module, { logger: new NestLog(log), abortOnError: false });
  const { host, workerPort } = configuration.metrics;
  if (workerPort !== null) await app.get(Metrics).serve(workerPort, host);
  // Thrown outside of every call: the process ends with this line, and its supervisor starts it again.
  app.get(Watchdog).start((stalled) => {
    throw stalled;
  });
  log.info('The worker is running');
  return { stop: () => app.close() };
}
