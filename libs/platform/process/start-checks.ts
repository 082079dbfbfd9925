import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { Configuration } from '#platform/configuration';

/** The service can't start; the message says in one line what to do. */
export class StartError extends Error {}

/** @throws StartError when DATA_DIR is not writable */
export function checkFolder({ dataDir }: Configuration): void {
  try {
    // Other users may traverse it, so that the account that runs PostgreSQL can access its folder; every file in it is private.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `${dataDir} is not writable (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a writable folder.`,
    );
  }
}

/** Checks the ports before anything is started. @throws StartError when one can't be listened on, or is given twice */
export async function checkPorts({ host, port, metrics }: Configuration): Promise<void> {
  const wanted = [
    [host, port, 'PORT and HOST'],
    [metrics.host, metrics.apiPort, 'API_METRICS_PORT'],
    [metrics.host, metrics.workerPort, 'WORKER_METRICS_PORT'],
  ] as const;
  const probes: Server[] = [];
  try {
    for (const [where, number, variables] of wanted) if (number !== null) probes.push(await probe(where, number, variables));
  } finally {
    await Promise.all(probes.map((each) => new Promise((resolve) => each.close(resolve))));
  }
}

/** Listens on a port, so that another can't be the same one. */
function probe(host: string, port: number, variables: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', ({ code }: NodeJS.ErrnoException) => {
        const why = code === 'EADDRINUSE' ? 'is in use' : `can't be listened on (${code})`;
        reject(new StartError(`Port ${port} of ${host} ${why}. Stop the program that uses it, or change ${variables}.`));
      })
      .listen(port, host, () => resolve(server));
  });
}
