import { iso31662 } from 'iso-3166';
import { describe, expect, it } from 'vitest';
import { italianProvinceOf } from './italian-provinces.js';

describe('The province of an Italian address', () => {
  it.each([
    ['00184', 'RM', 'Rome'],
    ['20121', 'MI', 'Milan'],
    ['20900', 'MB', 'Monza'],
    ['26900', 'LO', 'Lodi'],
    ['50123', 'FI', 'Florence'],
    ['30124', 'VE', 'Venice'],
    ['33170', 'PN', 'Pordenone'],
    ['34170', 'GO', 'Gorizia'],
    ['47921', 'RN', 'Rimini'],
    ['09124', 'CA', 'Cagliari'],
    ['09170', 'OR', 'Oristano'],
    ['07026', 'SS', 'Olbia'],
    ['39100', 'BZ', 'Bolzano'],
    ['98039', 'ME', 'Taormina'],
    ['84011', 'SA', 'Amalfi'],
  ])('with %s is %s: %s', (postalCode, province) => {
    expect(italianProvinceOf(postalCode)).toBe(province);
  });

  it.each(['12071', '18025', '9912', '001844', '', 'Roma'])('is not known by %s', (postalCode) => {
    expect(italianProvinceOf(postalCode)).toBeNull();
  });

  it('is one of ISO 3166-2, and every one has a postal code', () => {
    const all = Array.from({ length: 100_000 }, (_, code) => italianProvinceOf(String(code).padStart(5, '0')));
    const found = new Set(all.filter((one) => one !== null));
    const known = iso31662.flatMap(({ code }) => (code.startsWith('IT-') ? [code.slice(3)] : []));
    // Aosta is a region there, and a province to those who carry.
    expect([...found].filter((one) => !known.includes(one))).toEqual(['AO']);
    expect(found.size).toBe(107);
  });
});
