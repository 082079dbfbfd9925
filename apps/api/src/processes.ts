import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Configuration } from '#platform/configuration';
import { serveMetrics } from '#platform/observability';
import { type Running } from '#platform/process';

/** Milliseconds; the first pause before a process that ended is started again, and the longest. */
const [SOONEST, LATEST] = [500, 30_000];

/**
 * Runs several API processes behind one port: this process accepts the connections and hands them out in turn, starts a process
 * again that ended, and serves the metrics of all of them together.
 * @throws when one of them can't start
 */
export async function startProcesses({ apiProcesses, metrics }: Configuration, log: Logger): Promise<Running> {
  let [stopping, failures] = [false, 0];
  // The program of this release, whatever a link on the way to it leads to when a process is started again.
  cluster.setupPrimary({ exec: realpathSync(process.argv[1]!) });
  const keep = (worker: Worker) => {
    const since = performance.now();
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      failures = performance.now() - since > LATEST ? 0 : failures + 1;
      const pause = Math.min(SOONEST * 2 ** failures, LATEST);
      log.error(
        { process: worker.process.pid },
        `An API process ended (${signal ?? `exit code ${code}`}); starting another in ${pause} ms`,
      );
      setTimeout(() => stopping || keep(cluster.fork()), pause);
    });
  };
  const all = Array.from({ length: apiProcesses }, () => cluster.fork());
  // From when it is ready: it may end while another is still starting.
  await Promise.all(all.map((worker) => ready(worker).then(() => keep(worker))));
  if (metrics.apiPort !== null) {
    const registry = new AggregatorRegistry();
    await serveMetrics(() => registry.clusterMetrics(), metrics.apiPort, metrics.host);
  }
  return {
    async stop() {
      stopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => ended(worker!)));
    },
  };
}

/** @throws when the process ends before it is ready; its own log says why */
async function ready(worker: Worker): Promise<void> {
  const early = new AbortController();
  worker.once('exit', () => early.abort(new Error('An API process could not start.')));
  await once(worker, 'message', { signal: early.signal }).catch(() => early.signal.throwIfAborted());
}

/** Lets it finish its work in progress. */
async function ended(worker: Worker): Promise<void> {
  const end = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await end;
}
