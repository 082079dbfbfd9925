import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { Admin } from '../../apps/admin/src/admin.js';
import { programOf } from '../../apps/admin/src/program.js';
import { commandsShown } from './command-lines.js';

/** Takes command lines and does nothing of what they say. */
class Reading extends Admin {
  override run = async () => undefined;
  override onDatabase = async () => undefined;
  override show = async () => undefined;
}

const shown = commandsShown();

/** Why a command line is not one; null when it is. */
async function wrongIn(words: readonly string[]): Promise<string | null> {
  const program = programOf(new Reading(() => readConfiguration({}), Readable.from([])), true).configureOutput({
    writeOut: () => undefined,
  });
  return program.parseAsync([...words], { from: 'user' }).then(
    () => null,
    ({ code, message }) => (['commander.helpDisplayed', 'commander.version'].includes(code) ? null : message),
  );
}

it('every command line that the documents show is one of the program', async () => {
  expect(shown.length).toBeGreaterThan(50);
  for (const { place, words } of shown) expect([place, await wrongIn(words)]).toEqual([place, null]);
  expect(await wrongIn(['token', 'lst'])).toContain('unknown command');
});

it('the documents write commands in one way, and with npm only where there is the embedded database', () => {
  const files = [...new Set(shown.map(({ place }) => place.split(':')[0]!))];
  const withNpm = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^.*npm run(?: --silent)? admin.*$/gm)].map(([line]) => line),
  );
  expect(withNpm).toEqual([expect.stringContaining('on the embedded database alone')]);
});
