import { getSystemErrorMessage } from 'node:util';
import { CommanderError } from 'commander';
import { ConfigurationError } from '#platform/configuration';
import { EmbeddedPostgresError } from '#platform/embedded-postgres';
import { DomainError } from '#platform/kernel';
import { StartError } from '#platform/process';

/** SQLSTATEs of what happens to a database, not of what is asked of it: lost connections, sign-in, no such one, room, rights, its end. */
const HAPPENS = /^(08|28|3D|53|57|58|25006|42501)/;

/** A readable message for an expected error; the stack trace for a bug. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return `Invalid configuration:\n${error.message}`;
  if (error instanceof DomainError && error.errors.length > 0) {
    return error.errors.map(({ field, message }) => `${field}: ${message}`).join('\n');
  }
  return isExpected(error) || !(error instanceof Error) ? plain(error) : String(error.stack);
}

/** The same as one line of JSON, for who asked with `--json`. */
export function failureRecord(error: unknown): string {
  return JSON.stringify({ error: { code: codeOf(error), message: plain(error), errors: errorsOf(error) } });
}

function isExpected(error: unknown): boolean {
  if ([DomainError, StartError, EmbeddedPostgresError, RangeError].some((type) => error instanceof type)) return true;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return systemError(error) !== null || (typeof severity === 'string' && HAPPENS.test(String(code)));
}

function codeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  if (error instanceof CommanderError || error instanceof RangeError) return 'usage';
  if (error instanceof ConfigurationError) return 'configuration';
  return isExpected(error) ? 'not_possible' : 'internal_error';
}

function plain(error: unknown): string {
  return systemError(error) ?? (error instanceof Error ? error.message.replace(/^error: /, '') : String(error));
}

/** The refusal of the system, in words and with the file or address, without the call's name; null for another error. */
export function systemError(error: unknown): string | null {
  const { errno, code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (!(error instanceof Error) || typeof errno !== 'number' || errno >= 0) return null;
  const place = path ?? (address === undefined ? undefined : [address, port].filter(Boolean).join(':'));
  const account = code === 'EACCES' ? `; this runs as ${process.env.USER ?? `the user ${process.getuid?.()}`}` : '';
  return `${place === undefined ? '' : `${place}: `}${getSystemErrorMessage(errno)} (${code})${account}`;
}

function errorsOf(error: unknown) {
  return error instanceof DomainError ? error.errors : [];
}
