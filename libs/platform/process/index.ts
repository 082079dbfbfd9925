/** What a process of the service does. */
export interface Running {
  /** Finishes what is under way and gives everything back. */
  stop(): Promise<void>;
}

/** A process that has not stopped by then is ended (decisions.md, section 8: everything stops within 10 seconds). */
const DEADLINE = 8_000;

/**
 * Runs until told to stop: by SIGTERM, by Ctrl-C when it was started by hand, or by the end of the process that started it.
 * Tells that process when it is ready.
 * @param report told what ended the process, before it exits with code 1
 */
export async function runUntilStopped(start: () => Promise<Running>, report: (error: unknown) => void): Promise<void> {
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
    setTimeout(() => fail(new Error(`Not stopped within ${DEADLINE} ms.`)), DEADLINE).unref();
    if (!running) process.exit(0);
    running.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  // The terminal's Ctrl-C reaches every process at once; those with a launcher stop in its order.
  process.on('SIGINT', () => (process.send ? undefined : stop()));
  process.on('disconnect', stop);
  try {
    running = await start();
    process.send?.({ type: 'ready' });
  } catch (error) {
    fail(error);
  }
}
