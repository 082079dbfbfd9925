import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChangeCursor, writeChangeCursor } from './cursor.js';

const groups = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const numbers = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

it('a cursor gives its number back', () => {
  fc.assert(
    fc.property(groups, numbers, (group, number) => readChangeCursor(group, writeChangeCursor(group, number)) === number),
  );
});

it('a cursor of another Group is none, and neither is any other text', () => {
  expect(readChangeCursor(2, writeChangeCursor(1, 7))).toBeNull();
  const cursor = writeChangeCursor(1, 7);
  for (const text of ['', '0', '7', 'beginning', `${cursor}=`, ` ${cursor}`, cursor.slice(1), `${cursor}AAAA`, 'A'.repeat(16)]) {
    expect(readChangeCursor(1, text), text).toBeNull();
  }
  fc.assert(fc.property(fc.string(), (text) => readChangeCursor(1, text) === null));
});

it('a cursor is good for ever: this one was given out by the first release that has them', () => {
  expect(writeChangeCursor(1, 1_795_322_400_000_000)).toBe('AAZg1hHoyAARYlre');
});
