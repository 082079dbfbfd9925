import { describe, expect, it } from 'vitest';
import { LANGUAGES, type PageLanguage, VARIANTS } from '#contexts/texts';
import { formsOf, MESSAGE_KINDS, preview } from '../index.js';
import { inGsm, partsOf } from './gsm.js';

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
