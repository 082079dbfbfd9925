import { expect, it } from 'vitest';
import { Answer } from './answer.js';

it.each([
  ['2026-11-28T10:00:00Z', '10:00'],
  ['2026-11-28T10:00:00', '10:00'],
  ['2026-11-28 10:00:00.000000', '10:00'],
  ['2026-11-28T10:00:00+01:00', '09:00'],
  ['Sat, 28 Nov 2026 10:00:00 GMT', '10:00'],
  [1_795_860_000, '10:00'],
  [1_795_860_000_000, '10:00'],
  ['1795860000000', '10:00'],
])('the moment %s of a provider is at %s in UTC, wherever the service runs', (written, time) => {
  expect(new Answer('Carrier', written).moment().toISOString()).toBe(`2026-11-28T${time}:00.000Z`);
});

it.each([
  [3600, 3600],
  ['3600', 3600],
  ['-5', -5],
])('%j is a whole number', (written, number) => expect(new Answer('Carrier', written).integer()).toBe(number));

it.each(['', ' ', '1e3', '0x10', '1,5', '1.5', null, true])('%j is no whole number', (written) => {
  expect(() => new Answer('Carrier', written).integer()).toThrow();
});

it.each(['soon', '2026-11-28T25:00:00', '', null])('%j is no moment', (written) => {
  expect(() => new Answer('Carrier', written).moment()).toThrow();
});
