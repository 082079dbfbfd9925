import { channel, tracingChannel } from 'node:diagnostics_channel';

/** Work that is traced: what kind of work, and what is worth knowing about it. Never values that may be personal. */
export interface Work {
  kind: 'http' | 'command' | 'sql' | 'delivery';
  name: string;
  attributes: Attributes;
  /** The ID of the request that caused it; work inside of other work has the same unless it says otherwise. */
  requestID?: string | null;
  /** The W3C `traceparent` header of a caller. */
  parent?: string;
}

export type Attributes = Record<string, string | number>;

/** Work goes over this channel; whoever makes traces subscribes to it. Without subscribers nothing happens. */
export const WORK = tracingChannel<unknown, Work>('lost-and-found.work');

/** Attributes found during the work. */
export const FOUND = channel('lost-and-found.found');

/** Runs work as a part of the trace of its caller. @param describe only called when traces are made */
export function traced<T>(describe: () => Work, work: () => Promise<T>): Promise<T> {
  return WORK.hasSubscribers ? (WORK.tracePromise(work, describe()) as Promise<T>) : work();
}

/** Adds to what is known about the work under way. @param find only called when traces are made */
export function found(find: () => Attributes): void {
  if (FOUND.hasSubscribers) FOUND.publish(find());
}
