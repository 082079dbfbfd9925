import { once } from 'node:events';

/** DATABASE_URL of a process that loads its program while its database starts; it is then told the URL by a message. */
export const TOLD_LATER = 'told-later';

/** A running process of the service. */
export interface Running {
  /** Finishes the work in progress and closes all resources. */
  stop(): Promise<void>;
}

/**
 * Milliseconds after which a process that has not stopped exits: a call may take 14 seconds, and has its answer. `npm start` waits less,
 * as everything it runs stops within 10 seconds (decisions.md, section 8).
 */
const DEADLINE = 16_000;

/**
 * Runs until it is stopped by SIGTERM, by Ctrl-C when it was started by hand, or by the end of its parent process.
 * Sends the parent process a message when it is ready.
 * @param report called with the error that ends the process, before it exits with code 1
 * @param load loads what only `start` imports, for a process that gets its database later
 */
export async function runUntilStopped(
  start: () => Promise<Running>,
  report: (error: unknown) => void,
  load: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const fail = (error: unknown) => {
    report(error);
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  let stopping = false;
  let running: Running | null = null;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => fail(new Error(`The process did not stop within ${DEADLINE} ms.`)), DEADLINE).unref();
    if (!running) process.exit(0);
    running.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  // The terminal's Ctrl-C reaches every process at once; those that the launcher started wait for it to stop them in order.
  process.on('SIGINT', () => (process.send ? undefined : stop()));
  process.on('disconnect', stop);
  try {
    if (process.env.DATABASE_URL === TOLD_LATER) {
      const [[{ databaseUrl }]] = await Promise.all([once(process, 'message'), load()]);
      process.env.DATABASE_URL = databaseUrl;
    }
    running = await start();
    process.send?.({ type: 'ready' });
  } catch (error) {
    fail(error);
  }
}
