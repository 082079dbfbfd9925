import { describe, expect, it } from 'vitest';
import { withPrefix } from './phones.js';

describe('a telephone number that a guest gives', () => {
  it.each(['＋', '﹢', '⁺', '₊', '➕', '\u200e+', '\u2066＋\u2069', ' \u3000+', '(+', '+\u00a0', '+\u20e3', '\u{1F7A5}'])(
    'that begins with %j is never one of the country',
    (plus) => {
      const read = withPrefix(`${plus}81${plus.includes('(') ? ')' : ''} 90 1234 5678`, 'DE');
      expect(read).toMatch(/^\+81 9012345678$|^\+\u20e381/);
    },
  );

  it.each(['✚', '⊕', '∔', '±', '♰'])('that begins with %s, which may be meant as a plus, stays as it is and is refused', (sign) =>
    expect(withPrefix(`${sign}81 90 1234 5678`, 'DE')).toBe(`${sign}81 90 1234 5678`),
  );

  it.each([
    ['040 123456', 'DE', '+49 40123456'],
    ['０４０ １２３４５６', 'DE', '+49 40123456'],
    ['٠٤٠ ١٢٣٤٥٦', 'DE', '+49 40123456'],
    ['0049 40 123456', 'DE', '+49 40123456'],
    ['0081 90 1234 5678', 'DE', '+81 9012345678'],
    ['011 81 90 1234 5678', 'US', '+81 9012345678'],
    ['+49 (0)40 / 12-34-56', 'FR', '+49 40123456'],
    ['06 1234567', 'IT', '+39 061234567'],
    ['++49 170 1234567', 'FR', '+49 1701234567'],
    ['+0049 (0)170 1234567', 'FR', '+49 1701234567'],
    ['tel:+49-170-1234567', 'FR', '+49 1701234567'],
    ['090−1234−5678', 'JP', '+81 9012345678'],
    ['０９０ー１２３４ー５６７８', 'JP', '+81 9012345678'],
    ['0049 170 1234567', 'US', '+49 1701234567'],
    ['(00) 33 6 12 34 56 78', 'JP', '+33 612345678'],
    ['0041 79 123 45 67', 'BR', '+41 791234567'],
    ['0471/23.45.67', 'BE', '+32 471234567'],
    ['06/12/34/56/78', 'FR', '+33 612345678'],
  ])('%s, in %s, is %s', (text, countryID, number) => expect(withPrefix(text, countryID)).toBe(number));

  it.each([
    ['81 90 1234 5678', 'DE'],
    ['49 170 1234567', 'DE'],
    ['(49) 170 1234567', 'DE'],
    ['44 7911 123456', 'AT'],
    ['33 6 12 34 56 78', 'IT'],
    ['34 612 345 678', 'IT'],
    ['41 79 123 45 67', 'LU'],
    ['65 9123 4567', 'ID'],
    ['47 922 34 567', 'US'],
    ['(212) 555-0187', 'DE'],
    ['646-555-0187', 'AT'],
    ['415.555.0187', 'JP'],
    ['(049) 170 1234567', 'DE'],
    ['049 170 1234567', 'DE'],
  ])('that may lack its plus, %s in %s, stays as it is and is refused', (text, countryID) =>
    expect(withPrefix(text, countryID)).toBe(text),
  );

  it.each([
    ['20 7946 0958', 'GB', '+44 2079460958'],
    ['90 1234 5678', 'JP', '+81 9012345678'],
    ['479 555 0187', 'US', '+1 4795550187'],
    ['34 612 345 678', 'ES', '+34 612345678'],
    ['8 912 345-67-89', 'RU', '+7 9123456789'],
    ['347 123 4567', 'IT', '+39 3471234567'],
    ['170 123 4567', 'DE', '+49 1701234567'],
    ['04921 123456', 'DE', '+49 4921123456'],
    ['041 123 45 67', 'CH', '+41 411234567'],
    ['(039) 234 5678', 'IT', '+39 0392345678'],
    ['(662) 255-0187', 'MX', '+52 6622550187'],
    ['621 123 456', 'LU', '+352 621123456'],
  ])('%s without a 0 is one of %s where it can be no other: %s', (text, countryID, number) =>
    expect(withPrefix(text, countryID)).toBe(number),
  );

  it.each([
    ['0081 90 1234 5678', 'SG'],
    ['0081 90 1234 5678', 'KR'],
    ['0081 90 1234 5678', 'HK'],
    ['0033 6 12 34 56 78', 'TH'],
    ['0066 81 234 5678', 'JP'],
  ])('%s, in %s, where people dial a digit more than 00, stays as it is and is refused', (text, countryID) =>
    expect(withPrefix(text, countryID)).toBe(text),
  );

  it.each([
    '040 12 34 56/57',
    '040 123456 / 7',
    '030/12345/67',
    '040 123456 or 0170 1234567',
    'ask Ann 040 123456',
    '040 123456 ext. 12',
    '12',
  ])('loses nothing in silence: %s stays as it is and is refused', (text) => expect(withPrefix(text, 'DE')).toBe(text));
});
