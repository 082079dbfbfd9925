import { ValidationFailed } from '#platform/kernel';
import { readRequest } from '../index.js';

/** Reads a request with one field `f`: its value, or `field code` of every error. */
export function read(decorator: PropertyDecorator, raw: unknown): unknown {
  class Probe {
    f?: unknown;
  }
  decorator(Probe.prototype, 'f');
  return outcome(() => readRequest(Probe, { f: raw }).f);
}

/** The result of reading, or `field code` of every error. */
export function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
}

/** The error of a request with one field. */
export const wrong = (code: string) => [`f ${code}`];
