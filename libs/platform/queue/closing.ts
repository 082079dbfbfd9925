import { setTimeout as pause } from 'node:timers/promises';

/** A holder of connections. */
export interface Open {
  close(): Promise<unknown>;
}

/** Milliseconds to wait for clients to close; those of an unavailable queue cannot be closed. */
const CLOSING = 1_500;

/** Closes all at once, and waits no longer than is of use. */
export async function closeAll(open: readonly Open[]): Promise<void> {
  const given = new AbortController();
  const late = pause(CLOSING, undefined, { signal: given.signal }).catch(() => undefined);
  await Promise.race([late, Promise.allSettled(open.map((each) => each.close()))]);
  given.abort();
}
