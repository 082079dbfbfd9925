import { isOutdatedPlan } from './round-trip.js';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** SQLSTATEs of temporary failures: connection, resources, shutting down, idle, cancelled, locks, serialization, read-only. */
const TEMPORARY = /^(08\w{3}|53\w{3}|57P0[1-5]|25P0[34]|57014|55P03|40001|40P01|25006)$/;

const MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|pool is (ending|draining)|query.*timeout/i;

/** There is no connection: none was free in time, or none could be made. */
export class NoConnection extends Error {}

/** Whether an error, or one of its causes, means that the database is currently unavailable. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if (error instanceof NoConnection || isOutdatedPlan(error)) return true;
  const { code, cause, previous, errors } = error as Error & { code?: unknown; previous?: unknown; errors?: unknown };
  if (typeof code === 'string' && (NETWORK.has(code) || TEMPORARY.test(code))) return true;
  if (MESSAGE.test(error.message)) return true;
  const inner = Array.isArray(errors) ? [cause, previous, ...errors] : [cause, previous];
  return inner.some((one) => isDatabaseUnavailable(one, depth + 1));
}
