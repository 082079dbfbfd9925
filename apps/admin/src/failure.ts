import { CommanderError } from 'commander';
import { ConfigurationError } from '#platform/configuration';
import { EmbeddedPostgresError } from '#platform/embedded-postgres';
import { DomainError } from '#platform/kernel';
import { StartError } from '#platform/process';

/** A readable message for an expected error; the stack trace for a bug. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return `Invalid configuration:\n${error.message}`;
  if (error instanceof DomainError && error.errors.length > 0) {
    return error.errors.map(({ field, message }) => `${field}: ${message}`).join('\n');
  }
  const isExpected = [DomainError, StartError, EmbeddedPostgresError, RangeError].some((type) => error instanceof type);
  return isExpected || !(error instanceof Error) ? String((error as Error).message ?? error) : String(error.stack);
}

/** The same as one line of JSON, for who asked with `--json`. */
export function failureRecord(error: unknown): string {
  return JSON.stringify({ error: { code: codeOf(error), message: plain(error), errors: errorsOf(error) } });
}

function codeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  if (error instanceof CommanderError || error instanceof RangeError) return 'usage';
  if (error instanceof ConfigurationError) return 'configuration';
  return error instanceof StartError || error instanceof EmbeddedPostgresError ? 'not_possible' : 'internal_error';
}

function plain(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^error: /, '') : String(error);
}

function errorsOf(error: unknown) {
  return error instanceof DomainError ? error.errors : [];
}
