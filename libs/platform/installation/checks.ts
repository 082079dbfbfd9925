import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Configuration } from '#platform/configuration';
import { StartError } from './start-error.js';

/** @throws StartError when nothing can be written below DATA_DIR */
export function checkFolder({ dataDir }: Configuration): void {
  try {
    // Others may pass, so that the account that runs PostgreSQL reaches its own folder; every file in it is private.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `${dataDir} can't be written (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a folder that can.`,
    );
  }
}

/** @throws StartError when an address can't be listened on, before anything else is started */
export async function checkPorts({ host, port, metrics }: Configuration): Promise<void> {
  await checkPort(host, port, 'PORT and HOST');
  if (metrics.apiPort !== null) await checkPort(metrics.host, metrics.apiPort, 'API_METRICS_PORT');
  if (metrics.workerPort !== null) await checkPort(metrics.host, metrics.workerPort, 'WORKER_METRICS_PORT');
}

async function checkPort(host: string, port: number, variables: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
      .once('error', ({ code }: NodeJS.ErrnoException) => {
        const why = code === 'EADDRINUSE' ? 'is in use' : `can't be listened on (${code})`;
        reject(new StartError(`Port ${port} of ${host} ${why}. Stop what uses it, or set ${variables}.`));
      })
      .listen(port, host, () => probe.close(() => resolve()));
  });
}
