import { describe, expect, it } from 'vitest';
import { LANGUAGES, type PageLanguage, VARIANTS } from '#contexts/texts';
import { formsOf, MESSAGE_KINDS, preview } from '../index.js';
import { inGsm, partsOf } from './gsm.js';
import { NO_MESSAGE_DATA, render } from './render.js';

const languages = [...(Object.keys(LANGUAGES) as PageLanguage[]), ...VARIANTS];
/** Their letters take a part of 70, of which a link alone takes 50 and more. */
const UNLIKE_LATIN: readonly PageLanguage[] = ['ja', 'zh', 'ar'];

describe('an SMS', () => {
  it.each([
    ['Ça va, c’est prêt…', "Ça va, c'est pret..."],
    ['Grüße – „schön“', 'Grüße - "schön"'],
    ['ołówek, ő, õ', 'olowek, o, o'],
    ['忘れ物', '忘れ物'],
  ])('says %s as %s', (text, written) => expect(inGsm(text)).toBe(written));

  it('takes 160 letters of its alphabet, 70 of another', () => {
    expect(partsOf('a'.repeat(160))).toBe(1);
    expect(partsOf(`${'a'.repeat(159)}€`)).toBe(2);
    expect(partsOf('忘'.repeat(70))).toBe(1);
    expect(partsOf('忘'.repeat(71))).toBe(2);
  });

  it('takes 153 letters of each of several parts, 67 of another alphabet', () => {
    expect([306, 307].map((length) => partsOf('a'.repeat(length)))).toEqual([2, 3]);
    expect([134, 135].map((length) => partsOf('忘'.repeat(length)))).toEqual([2, 3]);
  });

  it('has no letter of two places in two parts: fewer fit then', () => {
    expect([66, 67].map((length) => partsOf('🧳'.repeat(length)))).toEqual([2, 3]);
    expect(partsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3);
    expect(partsOf(`${'a'.repeat(151)}€${'a'.repeat(153)}`)).toBe(2);
  });

  it.each(['Grand Hotel 🇳🇱🇧🇪🇱🇺🇩🇪🇫🇷', 'Family Inn 👨‍👩‍👧👨‍👩‍👦👩‍👩‍👧👨‍👨‍👦', `忘れ物ホテル${'か\u3099'.repeat(14)}`])(
    'names %s by whole letters, as people see them, where all of it would take one more part',
    (place) => {
      const sender = { place, address: null, phoneNumber: null, website: null, privacyUrl: null, imprintUrl: null };
      const letters = [...new Intl.Segmenter().segment(place)].map(({ segment }) => segment);
      const begun = letters.map((_, n) => letters.slice(0, n).join('').trim()).slice(12);
      const named = Array.from({ length: 80 }, (_, n) => {
        const { sms } = render('en', 'item-found', NO_MESSAGE_DATA, `https://lost.example.com/${'x'.repeat(n)}`, sender as never);
        return sms.slice(0, sms.indexOf(': we may'));
      });
      expect(new Set(named).size).toBeGreaterThan(2);
      for (const name of named) expect([place, ...begun.map((beginning) => `${beginning}.`)]).toContain(name);
    },
  );

  const told = MESSAGE_KINDS.filter((kind) => !kind.startsWith('user-') && kind !== 'desk-news');
  it.each(languages)('in %s is one part of 160 letters, or two of 70, whatever it tells', (language) => {
    const most = UNLIKE_LATIN.includes(language) ? 2 : 1;
    for (const kind of told)
      for (const [name, form] of Object.entries(formsOf(language, kind))) {
        // A short link of large numbers is 23 characters longer than that of a preview.
        const { sms } = preview(language, kind, `https://lost.example.com${'x'.repeat(23)}`, form);
        expect(partsOf(sms), `${kind}, ${name}: ${sms}`).toBeLessThanOrEqual(most);
      }
  });
});
