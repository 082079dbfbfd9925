import 'reflect-metadata';
import { readConfiguration } from '#configuration';
import { createLog } from '#http';
import { runUntilStopped } from '#process';
import { startApi } from './api.js';

const configuration = readConfiguration(process.env);
const log = createLog(configuration.logLevel);
await runUntilStopped(
  () => startApi(configuration, log),
  (error) => log.fatal({ err: error }, 'The API stopped'),
);
