import { expect, it } from 'vitest';
import { isPlainName } from './plain-name.js';

it.each([
  'sanne',
  'sanne.devries-2@example.com',
  'Zoë',
  'Łukasz',
  'анна',
  'Ωmega'.slice(1),
  'Ελένη',
  '田中taro',
  '김민수',
  'محمد',
  'ｓａｎｎｅ',
  '1234',
])('%s is a plain name', (name) => expect(isPlainName(name)).toBe(true));

it.each([
  ['a Cyrillic letter', 'dеmo-subuser'],
  ['a Greek letter', 'sαnne'],
  ['a zero-width space', 'demo-sub\u200buser'],
  ['a change of direction', 'demo\u202eresu'],
  ['a filler', 'demo\u3164user'],
])('a name with %s is refused', (_, name) => expect(isPlainName(name)).toBe(false));
