import 'reflect-metadata';
import { readConfiguration } from '#configuration';
import { createLog } from '#http';
import { runUntilStopped } from '#process';
import { startWorker } from './worker.js';

const configuration = readConfiguration(process.env);
const log = createLog(configuration.logLevel);
await runUntilStopped(
  () => startWorker(configuration, log),
  (error) => log.fatal({ err: error }, 'The worker stopped'),
);
