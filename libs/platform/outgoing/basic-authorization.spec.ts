import { expect, it } from 'vitest';
import { basicAuthorization } from './basic-authorization.js';

it.each([
  ['me:secret', 'me:secret'],
  ['me:s%40fe', 'me:s@fe'],
  ['key', 'key:'],
  [':key', ':key'],
  ['me:50%off', 'me:50%off'],
  ['me:%zz', 'me:%zz'],
  ['me:100%25', 'me:100%'],
  ['me:%ff', 'me:%ff'],
  ['m%C3%BCller:ü', 'müller:ü'],
])('the user part %s is told as it is meant', (userPart, told) => {
  expect(basicAuthorization(new URL(`https://${userPart}@host.example/`))).toBe(`Basic ${Buffer.from(told).toString('base64')}`);
});

it('an address without a user part is told none', () => {
  expect(basicAuthorization(new URL('https://host.example/'))).toBeNull();
});
