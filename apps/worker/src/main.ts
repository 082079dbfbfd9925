import 'reflect-metadata';
import { readConfiguration } from '#platform/configuration';
import { createLog } from '#platform/http';
import { runUntilStopped } from '#platform/process';
import { startWorker } from './worker.js';

const configuration = readConfiguration(process.env);
const log = createLog(configuration.logLevel);
await runUntilStopped(
  () => startWorker(configuration, log),
  (error) => log.fatal({ err: error }, 'The worker stopped'),
);
