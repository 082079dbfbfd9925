import { describe, expect, it } from 'vitest';
import { preview } from '#contexts/messages';
import type { PageLanguage } from '#contexts/texts';
import { languages, lettersIn } from './letters.js';

/** The words of a page or of a plain text, without what only spaces them. */
const wordsOf = (text: string) => text.replace(/[\s\u2066-\u2069]+/g, ' ').trim();

describe('a letter as plain text', () => {
  it.each(languages)('says all that it says as HTML, in "%s"', (language) => {
    for (const [name, { text, html }] of lettersIn(language)) {
      const body = html.slice(html.indexOf('<body'));
      const shown = body.replace(/<(br|p|\/p|td)\b[^>]*>/g, '\n').replace(/<[^>]+>/g, '');
      const plain = wordsOf(text);
      for (const line of shown.split('\n').map(wordsOf)) {
        // What leads to the address written out is only said beside a button.
        const isSaid = line === '' || plain.includes(line.replaceAll('&amp;', '&')) || line === wordsOf(addressLine(language));
        expect(isSaid, `${name}: ${line}`).toBe(true);
      }
    }
  });
});

/** “Or open this address:” */
function addressLine(language: PageLanguage): string {
  return /<p class="soft"[^>]*>([^<]*)<br><a class="soft"/.exec(
    preview(language, 'item-found', 'https://lost.example.com').html,
  )![1]!;
}
