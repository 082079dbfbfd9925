import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandsShown, wrongIn } from './command-lines.js';

const shown = commandsShown();

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
