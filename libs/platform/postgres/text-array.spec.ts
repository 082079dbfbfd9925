import { expect, it } from 'vitest';
import { withTextArrays } from './text-array.js';

const read = withTextArrays().getTypeParser(1009 as never, 'text');

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
  expect(read(text)).toEqual(list);
});

it('leaves all other types to whoever reads them', () => {
  const types = withTextArrays({ getTypeParser: () => () => 'theirs' } as never);
  expect(types.getTypeParser(1184 as never, 'text')('2026-11-22 10:00:00+00')).toBe('theirs');
  expect(types.getTypeParser(1009 as never, 'text')('{black}')).toEqual(['black']);
});
