import { expect, it } from 'vitest';
import { plainContact } from './contacts.js';

it.each([
  ['marks of direction, as address books add them', '\u202A+49 170 1234567\u202C', '+49 170 1234567'],
  [
    'isolates, a byte order mark, a soft hyphen and joiners',
    '\uFEFF\u2066an\u00ADn\u200B@exam\u200Dple.com\u2069',
    'ann@example.com',
  ],
  ['a filler and a variation selector', '+49\u3164 170\uFE0F 1', '+49 170 1'],
  ['spaces of every kind', '\u3000+49\u00A0170\u2009123\u202F45\u20076 7\u1680', '+49 170 123 45 6 7'],
  ['separators of lines and an empty Braille cell', '+49\u2028170\u2029123\u008545\u28006', '+49 170 123 45 6'],
  ['tabs, as from a spreadsheet', '\t+49\t170 1', '+49 170 1'],
  ['full-width digits and plus', '＋８１ ９０ １２３４', '+81 90 1234'],
  ['small, superscript, subscript, heavy and Hebrew pluses', '﹢⁺₊➕﬩', '+++++'],
  ['Arabic-Indic, Persian, Devanagari and Thai digits', '+٠١٩ ۰۱۹ ०१९ ๐๑๙', '+019 019 019 019'],
  ['superscript, subscript, circled and bold digits', '⁰¹²³₄⑤⑩𝟎𝟗𝟿', '01234510099'],
  ['wide letters and signs', 'ａｎｎ＿１＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ann_1@example.com'],
  ['a small at sign', 'ann﹫example.com', 'ann@example.com'],
  ['wide brackets and hyphens', '（０３）１２３４－５６７８', '(03)1234-5678'],
  ['the address of a link', 'mailto:ann@example.com', 'ann@example.com'],
  ['the address of a link, in capitals and twice', ' MAILTO: \u200emailto:ann@example.com', 'ann@example.com'],
  ['that of a telephone', 'tel:+49-170-1', '+49-170-1'],
  ['nothing of other signs', 'Zoë.½@bücher.example (ext-2), ﬁ €×', 'Zoë.½@bücher.example (ext-2), ﬁ €×'],
])('a plain contact is free of %s', (_what, written, plain) => {
  expect(plainContact(written)).toBe(plain);
});

it('every decimal digit that Unicode has is one of ten, and what is plain stays plain', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
  const digits = all.map((code) => String.fromCodePoint(code)).filter((sign) => /\p{Nd}/u.test(sign));
  const plain = digits.map(plainContact);
  expect(plain.join('')).toBe('0123456789'.repeat(digits.length / 10));
  expect(plain.map(plainContact)).toEqual(plain);
});
