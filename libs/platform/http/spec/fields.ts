import { ValidationFailed } from '#platform/kernel';
import { readRequest } from '../index.js';

/** What a request of one field `f` gives: its value, or `field code` of every error. */
export function read(decorator: PropertyDecorator, raw: unknown): unknown {
  class Probe {
    f?: unknown;
  }
  decorator(Probe.prototype, 'f');
  return outcome(() => readRequest(Probe, { f: raw }).f);
}

/** What reading gives, or `field code` of every error. */
export function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
}

/** The error of a request of one field. */
export const wrong = (code: string) => [`f ${code}`];
