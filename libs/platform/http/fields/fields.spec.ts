import { describe, expect, it } from 'vitest';
import {
  Choice,
  Codes,
  CountryCode,
  Decimal,
  Email,
  EmailList,
  Flag,
  ImageUrl,
  Integer,
  IntegerList,
  OwnerPhone,
  Phone,
  QueryFlag,
  QueryInteger,
  Text,
  TextList,
  WebUrl,
} from '../index.js';
import { read, wrong } from '../spec/fields.js';

describe('Text', () => {
  it.each([
    ['is trimmed', Text(), '  a b ', 'a b'],
    ['may be empty when optional', Text(), ' ', ''],
    ['may not be empty when required', Text({ required: true }), ' ', wrong('required')],
    ['may not look empty when required', Text({ required: true }), '\u200b\u3164 \u2800\u202e', wrong('required')],
    ['has a joiner beside what is seen', Text({ required: true }), '👨\u200d👩', '👨\u200d👩'],
    ['counts characters, not UTF-16 units', Text({ max: 3 }), '😀😀😀', '😀😀😀'],
    ['has at most 255 characters', Text(), 'a'.repeat(256), wrong('too_long')],
    ['holds 255 characters', Text(), 'a'.repeat(255), 'a'.repeat(255)],
    ['may be longer before trimming', Text({ max: 2 }), ' ab  ', 'ab'],
    ['has a shortest length', Text({ min: 10, trim: false }), 'short', wrong('too_short')],
    ['of a password keeps its spaces', Text({ min: 3, trim: false }), ' a ', ' a '],
    ['has no NUL', Text(), 'a\0b', wrong('invalid_format')],
    ['has no lone surrogate', Text(), '\ud800', wrong('invalid_format')],
    ['is not a number', Text(), 1, wrong('invalid_type')],
    ['is not an array', Text(), ['a'], wrong('invalid_type')],
    ['may be null where the record may', Text({ nullable: true }), null, null],
    ['is missing when null and required', Text({ required: true }), null, wrong('required')],
    ['is of the wrong type when null', Text(), null, wrong('invalid_type')],
    ['is missing when absent and required', Text({ required: true }), undefined, wrong('required')],
    ['stays absent', Text(), undefined, undefined],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('numbers and flags', () => {
  const integer = Integer({ min: 1, max: 6 });
  const decimal = Decimal({ max: 1000 });
  it.each([
    ['an integer', integer, 6, 6],
    ['a string is no integer', integer, '1', wrong('invalid_type')],
    ['a fraction is no integer', integer, 1.5, wrong('invalid_type')],
    ['too small', integer, 0, wrong('out_of_range')],
    ['too large', integer, 7, wrong('out_of_range')],
    ['infinite', integer, Number.POSITIVE_INFINITY, wrong('out_of_range')],
    ['a decimal', decimal, 0.5, 0.5],
    ['a decimal at its bound', decimal, 0, wrong('out_of_range')],
    ['a decimal beyond its bound', decimal, 1000.5, wrong('out_of_range')],
    ['an infinite decimal', decimal, Number.POSITIVE_INFINITY, wrong('out_of_range')],
    ['a flag', Flag(), false, false],
    ['a flag as text', Flag(), 'false', wrong('invalid_type')],
    ['a flag as number', Flag(), 0, wrong('invalid_type')],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('query parameters', () => {
  const limit = QueryInteger({ min: 1, max: 1000 });
  it.each([
    ['a number', limit, '10', 10],
    ['a word', limit, 'ten', wrong('invalid_type')],
    ['an empty value', limit, '', wrong('invalid_type')],
    ['a fraction', limit, '1.5', wrong('invalid_type')],
    ['a power', limit, '1e2', wrong('invalid_type')],
    ['zero', limit, '0', wrong('out_of_range')],
    ['a negative', limit, '-1', wrong('out_of_range')],
    ['too many', limit, '1001', wrong('out_of_range')],
    ['given twice', limit, ['1', '2'], wrong('invalid_type')],
    ['a page far past the end', QueryInteger({ min: 1, clamp: true }), '9'.repeat(400), 2_147_483_647],
    ['true', QueryFlag(), 'true', true],
    ['yes', QueryFlag(), 'yes', wrong('invalid_type')],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('values out of lists', () => {
  const color = Codes(['red', 'blue']);
  it.each([
    ['a listed value', Choice(['kg', 'lb']), 'kg', 'kg'],
    ['another value', Choice(['kg', 'lb']), 'KG', wrong('not_allowed')],
    ['no text', Choice(['kg', 'lb']), 1, wrong('invalid_type')],
    ['a country', CountryCode(['NL']), 'NL', 'NL'],
    ['a country in lower case', CountryCode(['NL']), 'nl', wrong('not_allowed')],
    ['colors, repeated ones once', color, ['red', 'blue', 'red'], ['red', 'blue']],
    ['wrong elements by their place', color, ['red', 'rot', 1], ['f.1 not_allowed', 'f.2 invalid_type']],
    ['no array', color, 'red', wrong('invalid_type')],
    ['an object for an array', color, { 0: 'red' }, wrong('invalid_type')],
    ['too many elements', color, Array(101).fill('red'), wrong('too_long')],
    ['identifiers', IntegerList(), [1, 2], [1, 2]],
    ['wrong identifiers', IntegerList(), ['1', 0], ['f.0 invalid_type', 'f.1 out_of_range']],
    ['texts', TextList(), ['demo:1 '], ['demo:1']],
    ['an empty text', TextList(), [''], ['f.0 required']],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('addresses and numbers of people', () => {
  const bad = wrong('invalid_format');
  it.each([
    ['email', Email(), ' ann@example.com', 'ann@example.com'],
    ['email without domain', Email(), 'ann@', bad],
    ['email above 255 characters', Email(), `${'a'.repeat(250)}@example.com`, wrong('too_long')],
    ['email with a quoted name', Email(), '"a b"@example.com', bad],
    ['email with a character that is not seen', Email(), 'ann@exam\u200bple.com', 'ann@example.com'],
    ['email with a filler', Email(), 'ann\u3164@example.com', 'ann@example.com'],
    ['email with a sign of another script that is seen', Email(), 'ann\u0600@example.com', bad],
    ['email as keyboards of Japan write it', Email(), 'ａｎｎ＠ｅｘａｍｐｌｅ。ｃｏｍ', 'ann@example.com'],
    ['email with a hyphen that does not break its line', Email(), 'ann@my\u2011hotel.example', 'ann@my-hotel.example'],
    ['email with an apostrophe that was turned', Email(), 'o’brien@example.com', "o'brien@example.com"],
    ['email that a link was copied with', Email(), 'mailto:ann@example.com', 'ann@example.com'],
    ['email within quotation marks that were turned', Email(), '“ann@example.com”', bad],
    ['email with a comma of another script', Email(), 'ann、@example.com', bad],
    ['email with a name', Email(), 'Ann <ann@example.com>', bad],
    ['email in other letters', Email(), '用户@例子.广告', '用户@例子.广告'],
    ['email in Punycode', Email(), 'ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['emails with a quoted name', EmailList(), 'ann@example.com, "a b"@example.com', wrong('invalid_format')],
    ['lines in a text of one line', Text({ max: 2_000, lines: false }), 'a\nb', wrong('invalid_format')],
    ['lines and tabs in a text of several', Text({ lines: true }), 'a\r\n\tb', 'a\r\n\tb'],
    ['any other control character in a text of several lines', Text({ lines: true }), 'a\u001b[31mb', wrong('invalid_format')],
    ['a control character in a password', Text({ trim: false, lines: true }), 'a\u0007b', 'a\u0007b'],
    ['several emails', EmailList(), 'ann@example.com, bob@example.com', 'ann@example.com, bob@example.com'],
    ['a wrong one among several', EmailList(), 'ann@example.com,bob', bad],
    ['a trailing comma', EmailList(), 'ann@example.com,', bad],
    ['emails with nothing between', EmailList(), 'ann@example.com,,bob@example.com', bad],
    ['emails with a semicolon', EmailList(), 'ann@example.com;bob@example.com', bad],
    ['email with two domains', Email(), 'a@b@c.example', bad],
    ['phone as written', OwnerPhone(), '+31 6 1234 5678', '+31 6 1234 5678'],
    ['phone with a space behind its plus', OwnerPhone(), '+ 31 6 1234 5678', '+ 31 6 1234 5678'],
    ['phone as an address book gives it away', OwnerPhone(), '\u202a+31 6\u00a01234\u20095678\u202c', '+31 6 1234 5678'],
    ['phone as other keyboards write it', OwnerPhone(), '＋３１ ６ ١٢٣٤ 5678', '+31 6 1234 5678'],
    ['phone of nothing that is seen', Phone({ required: true }), '\u202a\u3164\u00a0', wrong('required')],
    ['phone with words', Phone({}), ' +31\u00a06 1234 5678 (bar\u200b)', '+31 6 1234 5678 (bar)'],
    [
      'several emails with what is not seen',
      EmailList(),
      'ann@example.com,\u00a0bob@\u2060example.com',
      'ann@example.com, bob@example.com',
    ],
    ['phone without prefix', OwnerPhone(), '0612345678', bad],
    ['phone with dashes', OwnerPhone(), '+31-6-12345678', bad],
    ['phone with 00', OwnerPhone(), '0031 20 123 4567', bad],
    ['phone with a digit in brackets', OwnerPhone(), '+31 (0)20 1234567', bad],
    ['phone too short', OwnerPhone(), '+31 6', bad],
    ['phone of a sign alone', OwnerPhone(), '+', bad],
    ['phone of a word', OwnerPhone(), 'phone', bad],
    ['phone of no country', OwnerPhone(), '+999 12345678', bad],
    ['phone with an extension', OwnerPhone(), '+31612345678 ext. 3', bad],
    ['webhook address on a port', WebUrl(), 'http://127.0.0.1:9000/hook', 'http://127.0.0.1:9000/hook'],
    ['webhook address of another protocol', WebUrl(), 'ftp://example.com', bad],
    ['image', ImageUrl(), 'https://a.example/x.JPeG?size=1', 'https://a.example/x.JPeG?size=1'],
    ['image without extension', ImageUrl(), 'https://a.example/images/7', 'https://a.example/images/7'],
    ['image without path', ImageUrl(), 'https://a.example', 'https://a.example'],
    ['image of another type', ImageUrl(), 'https://a.example/x.webp', bad],
    ['image with a dot in its folder only', ImageUrl(), 'https://a.example/v1.2/x', 'https://a.example/v1.2/x'],
    ['image on a port', ImageUrl(), 'https://example.com:8443/a.gif', 'https://example.com:8443/a.gif'],
    ['image of a drawing', ImageUrl(), 'https://example.com/a.svg', bad],
    ['image of a program', ImageUrl(), 'https://example.com/a.jpg.exe', bad],
    ['image of another protocol', ImageUrl(), 'ftp://example.com/a.jpg', bad],
    ['image in data', ImageUrl(), 'data:image/png;base64,AAAA', bad],
    ['image without protocol', ImageUrl(), '//example.com/a.jpg', bad],
    ['image without protocol and slashes', ImageUrl(), 'example.com/a.jpg', bad],
    ['image without host', ImageUrl(), 'http://', bad],
    ['image without slashes', ImageUrl(), 'https:example.com/a.jpg', bad],
    ['image with one slash', ImageUrl(), 'https:/example.com/a.jpg', bad],
    ['image in a script', ImageUrl(), 'javascript:alert(1)//x.png', bad],
    ['image relative', ImageUrl(), '/x.png', bad],
    ['image with a space', ImageUrl(), 'https://a.example/a b.png', bad],
    ['image above 2048 characters', ImageUrl(), `https://a.example/${'a'.repeat(2048)}`, wrong('too_long')],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});
