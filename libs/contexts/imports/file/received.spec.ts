import { expect, it } from 'vitest';
import { refusalOf } from '#platform/http';
import type { Encoding } from './encodings.js';
import { encodingOf, layoutOf } from './layout.js';
import { Receiving } from './received.js';

/** A file whose bytes are given as Latin-1, as it is found after arriving in pieces of a size. */
async function received(file: string, size = file.length) {
  const receiving = new Receiving();
  const bytes = Buffer.from(file, 'latin1');
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for await (const _ of receiving.through(pieces()));
  return receiving.result;
}

const HEADER = 'item;location;departuredDate\r\n';
const [MARK, NBSP] = ['\xef\xbb\xbf', '\xa0'];

it.each([
  ['DOS in German', 'windows-1252', 'J\x84ger und L\x94we'],
  ['DOS in French', 'windows-1252', 'caf\x82'],
  ['DOS in Spanish', 'windows-1252', 'habitaci\xa2n'],
  ['a Mac in German', 'windows-1252', 'M\x9fller'],
  ['a Mac in Portuguese', 'windows-1252', 'S\x8bo Jo\x8bo'],
  ['ISO 8859-15', 'windows-1252', '5 \xa4'],
  ['ISO 8859-2', 'windows-1250', 'm\xb1ka'],
  ['UTF-8, and a line of Windows-1252', 'windows-1252', 'M\xc3\xbctze, M\xfcller'],
  ['UTF-8 with one curly quote, and a line of Windows-1252', 'windows-1254', 'Kim\xe2\x80\x99s Schl\xfcssel'],
  ['UTF-8, cut off in a letter', 'windows-1252', 'M\xc3\xbctze M\xc3'],
  ['UTF-8, and a line of Windows-1250', 'windows-1250', 'walizka \xc5\x82 \xb3'],
  ['the UTF-8 of Oracle', 'windows-1252', '\xed\xa0\xbd\xed\xb8\x82'],
] as const)('a file in %s is not taken for %s, unless that is said', async (_what, guess, text) => {
  for (const size of [1, 7, 1000]) {
    const file = await received(`${HEADER}${text};Bar;2026-11-20`, size);
    const refused = (() => {
      try {
        return encodingOf(file, undefined, guess);
      } catch (error) {
        return refusalOf(error).errors;
      }
    })();
    expect(refused).toMatchObject([{ field: 'file', code: 'invalid_format', message: expect.stringContaining('CSV UTF-8') }]);
    expect(encodingOf(file, guess, null)).toBe(guess);
  }
});

it.each<[Encoding, string]>([
  ['windows-1252', '\x84Hut\x93 \x82alt\x91 M\xfcller \x85 5 \x80'],
  ['windows-1252', `l\x92\xe9t\xe9\x85 \xe0 5 \x80 \x96 \x9cuvre \xab${NBSP}o\xf9${NBSP}\xbb A\xc7\xc3O \x93MA\xc7\xc3\x94`],
  ['windows-1252', 'Spa\xdf\x93 \x8aimon \x8ei\x9eka \xa7 5 \xb1 1'],
  ['windows-1254', '\xdeapka \xdd\xf0ne'],
  ['windows-1250', '\xaf\xf3\xb3ta walizka \xa3\xf3d\x9f \x8cwi\xb9tek \x84\xbc\x94'],
  ['windows-1251', '\xc7\xee\xed\xf2 \xc3\xb3\xb4'],
  ['shift_jis', '\x83\x5c\x81\x5b\x83\x67'],
])('a file in %s is taken for it: %j', async (guess, text) => {
  expect(encodingOf(await received(`${HEADER}${text};Bar;2026-11-20`), undefined, guess)).toBe(guess);
});

it.each([
  ['two byte order marks', `${MARK}${MARK}"item";location\r\nA;B`],
  ['a byte order mark behind the line of the separator', `sep=;\r\n${MARK}"item";location\r\nA;B`],
  ['the line of PowerShell’s types', `${MARK}#TYPE System.Management.Automation.PSCustomObject\r\n"item";"location"\r\nA;B`],
  ['blank lines before the names', `${MARK}\r\n ;;\r\n"item";location\r\nA;B`],
  ['a blank line behind that of the separator', `sep=;\r\n\r\n"item" ; "location"\r\nA;B`],
  ['the end that DOS wrote', 'item;location\r\nA;B\r\n\x1a'],
])('a file with %s has its names and its row', async (_what, text) => {
  for (const size of [text.length, 5]) {
    const file = await received(text, size);
    expect(layoutOf(file, 'utf-8', undefined).columns).toEqual(['item', 'location']);
    expect(file).toMatchObject({ rows: 1, nextByte: text.indexOf('A;B') });
  }
});

it.each(['<html><body><table><tr>', '\r\n<table border="1">', `${MARK}<?xml version="1.0"?>\n<Workbook>`])(
  'a page that a program calls a spreadsheet is refused as what it is: %j',
  async (text) => {
    const file = await received(text);
    expect(() => encodingOf(file, undefined, null)).toThrow();
    expect(file.isWorkbook).toBe(true);
  },
);
