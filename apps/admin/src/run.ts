import 'reflect-metadata';
import { ConfigurationError, readConfiguration } from '#platform/configuration';
import { EmbeddedPostgresError } from '#platform/embedded-postgres';
import { StartError } from '#platform/installation';
import { DomainError } from '#platform/kernel';
import { Admin } from './admin.js';
import { programOf } from './program.js';

/** A readable message for an expected error; the stack trace for a bug. */
function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return `Invalid configuration:\n${error.message}`;
  if (error instanceof DomainError && error.errors.length > 0) {
    return error.errors.map(({ field, message }) => `${field}: ${message}`).join('\n');
  }
  const isExpected = [DomainError, StartError, EmbeddedPostgresError, RangeError].some((type) => error instanceof type);
  return isExpected || !(error instanceof Error) ? String((error as Error).message ?? error) : String(error.stack);
}

try {
  await programOf(new Admin(() => readConfiguration(process.env))).parseAsync();
} catch (error) {
  console.error(explain(error));
  // What is still open, such as a pool of connections, would keep the process.
  process.exit(1);
}
