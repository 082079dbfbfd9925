import 'reflect-metadata';
import cluster from 'node:cluster';
import { runService } from '#platform/process';

// Several processes share the port through a first one, which serves nothing itself and loads nothing of the service.
await runService(
  'API',
  async (configuration, log) => {
    if (configuration.apiProcesses === 1) return (await import('./api.js')).startApi(configuration, log);
    if (cluster.isPrimary) return (await import('./processes.js')).startProcesses(configuration, log);
    return (await import('./api.js')).startApi(configuration, log);
  },
  // The first of several processes loads nothing here either.
  async () => process.env.API_PROCESSES === undefined && import('./api.js'),
);
