/** A holder of connections. */
export interface Open {
  close(): Promise<unknown>;
}

/** Milliseconds to wait for clients to close; those of an unavailable queue cannot be closed. */
const CLOSING = 1_500;

/** Closes all at once, and waits no longer than is of use. */
export async function closeAll(open: readonly Open[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSING);
  });
  await Promise.race([late, Promise.allSettled(open.map((each) => each.close()))]);
  clearTimeout(timer);
}
