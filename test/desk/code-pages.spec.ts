import { expect, it } from 'vitest';
import { encodingFor } from '#contexts/imports';
import { encodingFor as atDesk } from '../../apps/desk/src/views/people/code-pages.js';

const LANGUAGES = 'en de nl pl cs hr ru uk sr el tr ar fa ja zh zh-TW ko th he vi lt'.split(' ');
const COUNTRIES = [null, ...'US GB DE PL CZ RS UA BG GR TR AE JP CN TW HK KR TH IL VN LT'.split(' ')];

it('the desk shows a file that does not say its encoding as the API reads it, wherever that is', () => {
  for (const country of COUNTRIES) {
    expect([country, atDesk([], country)]).toEqual([country, encodingFor([], country)]);
    for (const first of LANGUAGES) {
      for (const second of LANGUAGES) {
        const codes = [first, second];
        expect([country, codes, atDesk(codes, country)]).toEqual([country, codes, encodingFor(codes, country)]);
      }
    }
  }
  expect([atDesk(['en'], 'PL'), atDesk(['cs'], null), atDesk(['ko'], null)]).toEqual(['windows-1250', 'windows-1250', null]);
});
