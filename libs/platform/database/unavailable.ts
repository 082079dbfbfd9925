import { isSqlError } from '#platform/postgres';
import { isOutdatedPlan } from './round-trip.js';

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** SQLSTATEs of temporary failures: connection, resources, shutting down, idle, cancelled, locks, serialization, read-only. */
const TEMPORARY = /^(08\w{3}|53\w{3}|57P0[1-5]|25P0[34]|57014|55P03|40001|40P01|25006)$/;

const MESSAGES = [
  /Connection terminated|timeout exceeded when trying to connect|query.*timeout/i,
  /Client has encountered a connection error|Client was closed|pool is (ending|draining)/i,
];

/** There is no connection: none was free in time, or none could be made. */
export class NoConnection extends Error {}

/** Whether an error, or one of its causes, means that the database is currently unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isOrWasCausedBy(error, (one) => {
    const { code, message } = one as Error & { code?: unknown };
    if (one instanceof NoConnection || isOutdatedPlan(one)) return true;
    return (
      (typeof code === 'string' && (NETWORK.has(code) || TEMPORARY.test(code))) ||
      MESSAGES.some((pattern) => pattern.test(message))
    );
  });
}

/** Whether an error, or one of its causes, is a statement that took too long and was cancelled. */
export function isStatementTimeout(error: unknown): boolean {
  return isOrWasCausedBy(error, (one) => isSqlError(one, 'query_canceled'));
}

function isOrWasCausedBy(error: unknown, is: (one: Error) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if (is(error)) return true;
  const { cause, previous, errors } = error as Error & { previous?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? [cause, previous, ...errors] : [cause, previous];
  return inner.some((one) => isOrWasCausedBy(one, is, depth + 1));
}
