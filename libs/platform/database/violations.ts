import { isSqlError } from '#platform/postgres';

/** Whether the error is a violation of the named constraint. */
export function isViolation(error: unknown, constraint: string): boolean {
  return (error as { constraint?: unknown }).constraint === constraint;
}

/** Whether the error is a violation of a unique constraint, of the given one if named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isSqlError(error, 'unique_violation') && (constraint === undefined || isViolation(error, constraint));
}
