import 'reflect-metadata';
import { readConfiguration } from '#platform/configuration';
import { createLog } from '#platform/http';
import { runUntilStopped } from '#platform/process';
import { startApi } from './api.js';

const configuration = readConfiguration(process.env);
const log = createLog(configuration.logLevel);
await runUntilStopped(
  () => startApi(configuration, log),
  (error) => log.fatal({ err: error }, 'The API stopped'),
);
