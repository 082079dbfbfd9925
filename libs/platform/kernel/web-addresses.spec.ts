import { describe, expect, it } from 'vitest';
import { hasScheme, hasWebAddress, isPageUrl, withoutSchemes } from './web-addresses.js';

describe('what people wrote', () => {
  it.each([
    ['You won! Visit https://evil.example/win now', 'You won! Visit evil.example/win now'],
    ['HTTP://evil.example', 'evil.example'],
    ['hthttps://tps://evil.example', 'evil.example'],
    ['http:\\\\evil.example', 'evil.example'],
    ['https:evil.example', 'evil.example'],
    ['javascript:alert(1)', 'alert(1)'],
    ['mailto:a@evil.example', 'a@evil.example'],
    ['ｈｔｔｐｓ：／／evil.example', 'evil.example'],
    ['https\u200b://evil.example', 'evil.example'],
    ['see https：//evil.example', 'see evil.example'],
    ['h\u00adttp꞉//evil.example', 'evil.example'],
    ['webcal:evil.example/x', 'evil.example/x'],
    ['facetime-audio:a@evil.example', 'a@evil.example'],
    ['ms-word:ofe|u|https://evil.example', 'ofe|u|evil.example'],
    ['itms-services:?action=x', '?action=x'],
    ['\u202emoc.live//:sptth\u2066', 'moc.live//:sptth'],
    ['حقيبة\u200f سوداء', 'حقيبة\u200f سوداء'],
    ['👨\u200d👩\u200d👧 family photo', '👨\u200d👩\u200d👧 family photo'],
    ['at 10:30//bar, room: 12', 'at 10:30//bar, room: 12'],
    ['Colour: red', 'Colour: red'],
  ])('is shown without schemes: %s', (text, shown) => expect(withoutSchemes(text)).toBe(shown));

  it.each(['Claim https://evil.example', 'www.evil.example', 'ｈｔｔｐ：／／evil', 'ht\u200btps://evil', 'http:evil.com'])(
    'is no name with a scheme or www.: %s',
    (name) => expect(hasScheme(name)).toBe(true),
  );

  it.each(['J.de Vries', 'Anna Schmidt', 'A.B. van Dijk', 'Dr. No', 'O’Brien', '山田。太郎'])('is a name: %s', (name) => {
    expect([hasScheme(name), hasWebAddress(name)]).toEqual([false, false]);
  });

  it.each([
    'evil.com',
    'evil。com',
    'evil．com',
    'evil｡com',
    'evil․com',
    'evil[.]com',
    'evil (dot) com',
    '1.2.3.4/x',
    '1.2.3.4:80',
    '//evil/x',
    'http：//evil',
    'http:evil.com',
    'https:\\\\evil.com',
    'https:/\\evil.com',
    'see:evil.com',
    'x=evil.com',
    'evil.\u200bcom',
    'evil⁄evil.com',
  ])('may be read as a web address: %s', (text) => expect(hasWebAddress(`Pay at ${text} now`)).toBe(true));

  it.each([
    'ann@hotel.example',
    '10.30/11.00 h',
    '9.90 EUR...',
    '3.5 kg; 12/14.',
    '谢谢。OK',
    'and/or',
    'No. 12: see below',
    '20.11.2026',
  ])('is not read so: %s', (text) => expect(hasWebAddress(text)).toBe(false));
});

describe('a link of the hotel', () => {
  it.each(['https://hotel.example/privacy?x=a@b', 'http://hotel.example:8080', 'https://hötel.example/ä'])('may be %s', (url) => {
    expect(isPageUrl(url)).toBe(true);
  });

  it.each([
    'https://user:pw@hotel.example',
    'https://user@hotel.example',
    'https://@hotel.example',
    'https://hotel.example\\@evil.example',
    'https://hotel.example/\u0001',
    'https://hotel.example/\u202efdp',
    'https://hotel.example/a b',
    'javascript:alert(1)',
    '//hotel.example',
    'https://',
  ])('may not be %j', (url) => expect(isPageUrl(url)).toBe(false));
});
