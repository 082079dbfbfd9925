import { vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { Admin } from '../../apps/admin/src/admin.js';
import { programOf } from '../../apps/admin/src/program.js';

/** Runs a command line with `--json`. @returns what it answers */
export async function runWith(environment: Record<string, string>, ...line: string[]) {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await programOf(new Admin(() => readConfiguration(environment)), true).parseAsync([...line, '--json'], { from: 'user' });
    return JSON.parse(printed.mock.calls.at(-1)![0]);
  } finally {
    printed.mockRestore();
  }
}
