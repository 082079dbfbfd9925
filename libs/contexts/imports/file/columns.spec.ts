import { describe, expect, it } from 'vitest';
import { bodyOf, columnsOf } from './columns.js';
import type { DateFormat } from './date-formats.js';

/** What a cell of a column is read as. */
function read(path: string, cell: string, date_format: DateFormat = 'YYYY-MM-DD', delimiter = ';'): unknown {
  const body = bodyOf([cell], { columns: [path], delimiter, date_format, location_id: null });
  return path.split('.').reduce((part: unknown, name) => (part as Record<string, unknown> | undefined)?.[name], body);
}

const [ISO, DOTS, SLASHES, AMERICAN, DASHES] = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY'] as const;

describe('a date', () => {
  it.each([
    ['Excel in Japan and China', ISO, '2026/11/20'],
    ['its long form', SLASHES, '2026年11月20日 11:30'],
    ['Japanese with the day of the week', ISO, '2026/11/20(金)'],
    ['a Japanese keyboard', ISO, '２０２６／１１／２０'],
    ['Excel in Hungary', DOTS, '2026. 11. 20.'],
    ['Google Sheets in Korea', ISO, '2026. 11. 20'],
    ['Google Sheets in Czechia', DOTS, '20. 11.\u00a02026'],
    ['Windows in Croatia', DOTS, '20.11.2026.'],
    ['Windows in Bulgaria', DOTS, '20.11.2026 г.'],
    ['a browser in Germany', DOTS, '20.11.2026, 11:00:00'],
    ['Excel in Denmark', DASHES, '20-11-2026 11.00'],
    ['a browser in Egypt', SLASHES, '\u200f٢٠\u200f/١١\u200f/٢٠٢٦'],
    ['Excel in Saudi Arabia', SLASHES, '20/11/2026 02:30 م'],
    ['a browser in Spain', SLASHES, '20/11/2026, 2:30:00 p. m.'],
    ['a browser in America', AMERICAN, '11/20/2026, 2:30:00\u202fPM'],
    ['Google Sheets in America', ISO, 'Nov 20, 2026'],
    ['Windows in America', ISO, 'Friday, November 20, 2026 at 2:30 PM'],
    ['Windows in Germany', ISO, 'Freitag, 20. November 2026 um 14:30'],
    ['a person in Germany', DOTS, '20.11.2026 14:30 Uhr'],
    ['Excel in France', ISO, '20-nov.-2026'],
    ['a person in France', SLASHES, '20/11/2026 14h30'],
    ['Windows in Spain', ISO, 'viernes, 20 de noviembre de 2026, 14:30'],
    ['Windows in the Netherlands', ISO, 'vrijdag 20 november 2026 om 14:30'],
    ['Windows in Italy', ISO, 'venerdì 20 novembre 2026 alle ore 14:30'],
    ['Excel in Brazil', ISO, '20/nov/2026'],
    ['a browser in Brazil', ISO, '20 de nov. de 2026, 14:30:00'],
    ['a person in England', ISO, 'Fri 20th November 2026'],
    ['a person in Poland', ISO, '20 listopada 2026 r.'],
    ['Windows in Sweden', ISO, 'fredag 20 november 2026 kl. 14:30'],
    ['a person in Japan', ISO, '2026年11月20日(金)14時30分'],
    ['Windows in Japan', ISO, '2026年11月20日金曜日 14:30'],
    ['Google Forms in China', ISO, '2026/11/20 下午2:30:15'],
    ['Windows in China', ISO, '2026年11月20日 星期五'],
    ['a browser in Arabic', SLASHES, '20\u200f/11\u200f/2026، 2:30:00 م'],
    ['Windows in Arabic', ISO, 'الجمعة، 20 نوفمبر 2026 في 2:30 م'],
    ['Excel in Egypt', ISO, '٢٠ نوفمبر، ٢٠٢٦'],
    ['Excel in Lebanon', ISO, '20 تشرين الثاني, 2026'],
    ['Excel in Morocco', ISO, '20 نونبر 2026'],
    ['Excel in Algeria', ISO, '20 نوفمبر 2026'],
    ['Excel in Sweden', ISO, 'den 20 november 2026'],
    ['a person in Sweden', ISO, 'fredag den 20 november 2026'],
    ['a hotel’s list in Germany', DOTS, 'Fr, 20.11.2026'],
    ['one in France', SLASHES, 'ven. 20/11/2026'],
    ['one in America', AMERICAN, 'Fri 11/20/2026'],
    ['SQL Server', ISO, 'Nov 20 2026  2:30PM'],
    ['JavaScript', ISO, 'Fri Nov 20 2026'],
    ['Oracle', ISO, '20-NOV-2026'],
    ['SAP', ISO, '20261120'],
    ['Rails', ISO, '2026-11-20 11:00:00 UTC'],
    ['Ruby', ISO, '2026-11-20 23:00:00 -0500'],
    ['PostgreSQL', ISO, '2026-11-20 00:00:00+00'],
    ['.NET', ISO, '2026-11-20T11:00:00.0000000'],
    ['a booking system', DOTS, '2026-11-20T11:00:00Z'],
    ['Word, with hyphens of its own', ISO, '2026‑11–20'],
  ] as const)('is read as %s writes it', (_who, format, cell) => {
    expect(read('departuredDate', cell, format)).toBe('2026-11-20');
  });

  it.each([
    [DOTS, '20.11.26'],
    [SLASHES, '20.11.2026'],
    [AMERICAN, '20 / 11 / 2026'],
    [SLASHES, '20/11/2026 13:30 PM'],
    [ISO, '20-NOV-26'],
    [ISO, 'bis 20. November 2026'],
    [ISO, 'mardi 20 novembre 2026'],
    [DOTS, 'Do, 20.11.2026'],
    [ISO, 'Fr, 20.11.2026'],
    [ISO, '2026/11/20 午後14:30'],
    [ISO, '46346'],
    [ISO, '令和8年11月20日'],
    [ISO, '115/11/20'],
    [ISO, '2026-11-20 24:00'],
  ] as const)('is left as it is where nobody knows it, or it is none, in %s: %s', (format, cell) => {
    expect(read('departuredDate', cell, format)).toBe(cell);
  });

  it.each([
    [ISO, '2026-11-15 02:13:52,977', '2026-11-15T02:13:52.977'],
    [ISO, '2026-11-15T02:13:52+0100', '2026-11-15T02:13:52+01:00'],
    [ISO, '2026-11-15 02:13:52 UTC', '2026-11-15T02:13:52Z'],
    [ISO, '2026-11-15T02:13Z', '2026-11-15T02:13:00Z'],
    [ISO, '2026-11-15 02:13:52.977472+01', '2026-11-15T02:13:52.977472+01'],
    [AMERICAN, '11/15/2026 12:05 AM', '2026-11-15T00:05:00'],
    [AMERICAN, '11/15/2026 12:05 PM', '2026-11-15T12:05:00'],
    [DOTS, '15.11.2026, 14:13:05', '2026-11-15T14:13:05'],
    [ISO, '1er août 2026 9h05', '2026-08-01T09:05:00'],
    [ISO, '01 Mrz 2026', '2026-03-01'],
    [ISO, '1. Jänner 2026', '2026-01-01'],
    [ISO, '1. Feber 2026', '2026-02-01'],
    [ISO, '1 juill. 2026', '2026-07-01'],
    [ISO, '1 de setiembre de 2026', '2026-09-01'],
    [ISO, '1 جوان 2026', '2026-06-01'],
    [ISO, 'Nov  5 2026 12:05AM', '2026-11-05T00:05:00'],
    [ISO, '15NOV2026', '2026-11-15'],
    [ISO, '2026年11月15日14時13分05秒', '2026-11-15T14:13:05'],
    [ISO, '2026/11/15 午前0:05', '2026-11-15T00:05:00'],
    [ISO, '2026/11/15 午後0:05', '2026-11-15T12:05:00'],
    [ISO, '2026/11/15 上午 11:05:30', '2026-11-15T11:05:30'],
  ] as const)('of a find keeps its time, in %s: %s', (format, cell, time) => {
    expect(read('foundAt', cell, format)).toBe(time);
  });
});

describe('a number', () => {
  it.each([
    [';', '13,75', 13.75],
    [';', '13,750', 13.75],
    [';', '1.013,5', 1013.5],
    [';', '1 013,5', 1013.5],
    [';', '1\u202f013,5', 1013.5],
    [';', '1’013.5', 1013.5],
    [';', '1.234.567', 1234567],
    [';', '٣٠', 30],
    [',', '١٣٫٧٥', 13.75],
    [';', '1٬013٫5', 1013.5],
    [',', '13,75', 13.75],
    [',', '1,013.5', 1013.5],
    [',', '13.750', 13.75],
    ['\t', '0,125', 0.125],
    [',', '.5', 0.5],
    [';', ',5', 0.5],
    [';', '5,', '5,'],
    [';', '1.000', '1.000'],
    [',', '1,000', '1,000'],
    ['\t', '1,000', '1,000'],
    ['\t', '1.000', '1.000'],
    [';', '1.013.5', '1.013.5'],
    [';', '40 cm', '40 cm'],
  ])('between %j that is written %s is %s', (delimiter, cell, number) => {
    expect(read('customStorageDays', cell, ISO, delimiter)).toBe(number);
  });
});

describe('a value', () => {
  const flag = 'shipping.dimensions.fitsInServicePackaging';
  it.each([
    ['WAHR', true],
    ['falsch', false],
    ['FAŁSZ', false],
    ['ONWAAR', false],
    ['Verdadeiro', true],
    ['t', true],
    ['0', false],
    ['Ja', true],
    ['sí', true],
    ['Non', false],
    ['nie', false],
    ['はい', true],
    ['否', false],
    ['لا', false],
    ['maybe', 'maybe'],
  ])('of a flag is taken as Excel writes it: %s', (cell, value) => expect(read(flag, cell)).toBe(value));

  it.each([
    ['handling', 'Valuable', 'valuable'],
    ['owner.address.countryID', 'nl', 'NL'],
    ['owner.address.countryID', 'Niederlande', 'NL'],
    ['owner.address.countryID', 'オランダ', 'NL'],
    ['owner.address.countryID', 'UK', 'GB'],
    ['owner.address.countryID', 'Czech Republic', 'CZ'],
    ['owner.address.countryID', 'TÜRKİYE', 'TR'],
    ['owner.address.countryID', "Cote d'Ivoire", 'CI'],
    ['owner.address.countryID', 'ガーナ', 'GH'],
    ['owner.address.countryID', 'カナダ', 'CA'],
    ['owner.address.countryID', 'The Netherlands', 'NL'],
    ['owner.address.countryID', 'LK', 'LN'],
    ['owner.address.countryID', 'Atlantis', 'Atlantis'],
    ['colors', 'Gray| |white|', ['grey', 'white']],
    ['item', 'Hat\vred', 'Hat\nred'],
    ['owner.reservationNumber', '="00123"', '00123'],
    ['owner.phoneNumber', '="+49 170 1234567"', '+49 170 1234567'],
    ['owner.reservationNumber', '\'="00123"', '="00123"'],
    ['owner.reservationNumber', '=""', undefined],
  ])('in %s that is written %s is %j', (path, cell, value) => expect(read(path, cell)).toEqual(value));
});

it.each([
  ['Item', 'item'],
  [' OWNER.LASTNAME ', 'owner.lastName'],
  ['="brand"', 'brand'],
  ['ｉｔｅｍ', 'item'],
  ['\u200bitem\u202c', 'item'],
  ['GA\u0308STE  \r\nName', 'owner.firstName'],
  ['Problems', '-'],
])('the name of a column is found however a spreadsheet has it: %j', (name, path) => {
  expect(columnsOf([name], new Map([['GÄSTE Name', 'owner.firstName']]), ';')).toEqual([path]);
});
