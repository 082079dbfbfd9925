import { expect, it } from 'vitest';
import { readTextArray } from './text-array.js';

it.each([
  ['{}', []],
  ['{black}', ['black']],
  ['{black,light blue,rosé}', ['black', 'light blue', 'rosé']],
  ['{"a,b",c}', ['a,b', 'c']],
  ['{"say \\"so\\"","back\\\\slash"}', ['say "so"', 'back\\slash']],
  ['{"{}"}', ['{}']],
  ['{"",x}', ['', 'x']],
  ['{NULL,"NULL"}', [null, 'NULL']],
  ['{nullable}', ['nullable']],
  ['{{a},{b}}', [['a'], ['b']]],
])('%s', (text, list) => {
  expect(readTextArray(text)).toEqual(list);
});
