import { expect, it } from 'vitest';
import { TO_PEOPLE } from '../message.js';
import { messageID } from './message.records.js';

it('a message keeps the identifier that it was given when there were eight subjects', () => {
  expect(messageID({ version: 3, subject: 'item' })).toBe(24);
  expect(messageID({ version: 3, subject: 'request' })).toBe(25);
  expect(messageID({ version: 3, subject: 'item-other' })).toBe(28);
  expect(messageID({ version: 3, subject: 'item-reminder' })).toBe(29);
});

it('no two messages of a record have the same identifier', () => {
  for (const subjects of Object.values(TO_PEOPLE)) {
    const all = [1, 2, 3].flatMap((version) => subjects.map((subject) => messageID({ version, subject })));
    expect(new Set(all).size).toBe(all.length);
    for (const id of all) expect(Number.isInteger(id)).toBe(true);
  }
});
