import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { Admin } from '../../apps/admin/src/admin.js';
import { programOf } from '../../apps/admin/src/program.js';

/** Runs a command line with `--json`. @returns what it answers */
export function runWith(environment: Record<string, string>, ...line: string[]) {
  return runTold('', environment, ...line);
}

/** The same with something on its standard input. */
export async function runTold(input: string, environment: Record<string, string>, ...line: string[]) {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const admin = new Admin(() => readConfiguration(environment), Readable.from([Buffer.from(input)]));
  try {
    await programOf(admin, true).parseAsync([...line, '--json'], { from: 'user' });
    return JSON.parse(printed.mock.calls.at(-1)![0]);
  } finally {
    printed.mockRestore();
  }
}
