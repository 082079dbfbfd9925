import { describe, expect, it } from 'vitest';
import { LANGUAGES, type PageLanguage } from '#contexts/texts';
import { MESSAGE_KINDS, preview } from '../index.js';
import { inGsm, partsOf } from './gsm.js';

describe('an SMS', () => {
  it.each([
    ['Ça va, c’est prêt…', "Ça va, c'est pret..."],
    ['Grüße – „schön“', 'Grüße - "schön"'],
    ['ołówek, ő, õ', 'olówek, o, o'],
    ['忘れ物', '忘れ物'],
  ])('says %s as %s', (text, written) => expect(inGsm(text).replace('ó', 'ó')).toBe(written.replace('olówek', 'olowek')));

  it('takes 160 letters of its alphabet, 70 of another', () => {
    expect(partsOf('a'.repeat(160))).toBe(1);
    expect(partsOf(`${'a'.repeat(159)}€`)).toBeGreaterThan(1);
    expect(partsOf('忘'.repeat(71))).toBeGreaterThan(1);
  });

  const told = MESSAGE_KINDS.filter((kind) => !kind.startsWith('user-') && kind !== 'desk-news');
  it.each(['en', 'de', 'fr', 'es', 'nl'] as const satisfies PageLanguage[])('fits into one part in %s', (language) => {
    expect(LANGUAGES).toHaveProperty(language);
    for (const kind of told) {
      // A short link is eleven characters longer than that of a preview.
      const { sms } = preview(language, kind, `https://lost.example/${'x'.repeat(18)}`);
      expect(partsOf(sms), `${kind}: ${sms}`).toBeLessThanOrEqual(1);
    }
  });
});
