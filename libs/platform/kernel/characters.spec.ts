import { expect, it } from 'vitest';
import { beginningOf, charactersOf } from './characters.js';

it('a character is what people see as one', () => {
  expect(charactersOf('né🇳🇱👨‍👩‍👧!')).toEqual(['n', 'é', '🇳🇱', '👨‍👩‍👧', '!']);
});

it.each([
  ['short', 10, 'short'],
  ['exactly', 7, 'exactly'],
  ['room 12 🧳🧳', 9, 'room 12 '],
  ['room 12 🧳🧳', 10, 'room 12 🧳'],
  ['cafe\u0301', 4, 'caf'],
  ['go 👨‍👩‍👧', 6, 'go '],
  [`a${'\u0301'.repeat(300)}`, 5, `a${'\u0301'.repeat(4)}`],
  ['half \ud83e', 10, 'half \ufffd'],
])('%s begins within %d with %s', (text, most, beginning) => expect(beginningOf(text, most)).toBe(beginning));
