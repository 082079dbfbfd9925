import fc from 'fast-check';
import { expect, it } from 'vitest';
import { misspellingsOf } from './misspelling.js';

it('a word may be any that differs by a letter too many, too few or another, or by two in each other’s place', () => {
  const words = misspellingsOf('umbrela');
  for (const word of ['umbrella', 'umbrel', 'umbreda', 'umbrlea', 'umbreal', 'mbrela', 'xumbrela']) expect(words).toContain(word);
  expect(words).not.toContain('umbrela');
  expect(misspellingsOf('ring')).toEqual([]);
});

it('no misspelling cuts a letter in two, whatever signs are in the word', () => {
  const signs = fc.array(fc.constantFrom('a', 'β', '1', '𓆳', '𝐱', '😀', 'ꩂ'), { minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom('a', 'α', 'а', 'ب', 'א'), signs, (first, others) =>
      misspellingsOf(first + others.join('')).every((word) => word.isWellFormed()),
    ),
  );
});
