import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MOST = 140;
const CODE = ['*.{ts,mjs}', '{apps,bench,libs,scripts,test}/**/*.{ts,tsx,mjs}'];
/** Released migrations stay as they are; the others are written by programs. */
const LEFT_OUT = /(^|\/)(migrations|generated|dist|node_modules)\//;

function longLinesIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.length > MOST ? [`${file}:${index + 1}`] : []));
}

it(`no line of code is longer than ${MOST} characters`, () => {
  const files = globSync(CODE).filter((file) => !LEFT_OUT.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(longLinesIn)).toEqual([]);
});
