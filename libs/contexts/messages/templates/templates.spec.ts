import { describe, expect, it } from 'vitest';
import { LANGUAGES, messagesIn, type PageLanguage, VARIANTS } from '#contexts/texts';
import { MESSAGE_KINDS, preview } from '../index.js';
import { NO_MESSAGE_DATA, render } from './render.js';

const languages = [...(Object.keys(LANGUAGES) as PageLanguage[]), ...VARIANTS];
const each = languages.flatMap((language) => MESSAGE_KINDS.map((kind) => [language, kind] as const));

describe('a message', () => {
  it('has texts for each of its kinds, and for no other', () => {
    expect(Object.keys(messagesIn('en').kinds).sort()).toEqual([...MESSAGE_KINDS].sort());
  });

  it.each(each)('in %s of the kind %s has a subject, text, HTML and a short form, each with the link', (language, kind) => {
    const { subject, text, html, sms } = preview(language, kind, 'https://lost.example');
    expect(subject).toContain('Harbour Hotel');
    // There is no page to go to with news for the desk and changes of an account.
    for (const [form, words] of kind === 'desk-news' || kind === 'user-changed' ? [] : Object.entries({ text, html, sms }))
      expect(words, form).toContain('https://lost.example/g/preview');
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(`${subject}${text}${html}${sms}`).not.toMatch(/undefined|\bnull\b|\[object/);
  });

  it('greets the desk as colleagues, not as guests', () => {
    const greetingOf = (kind: 'desk-news' | 'item-found') =>
      render('nl', kind, { ...NO_MESSAGE_DATA, thing: 'Sjaal' }, 'https://lost.example/g/x', { place: 'Inn' }).text.split(
        '\n',
      )[0];
    expect([greetingOf('desk-news'), greetingOf('item-found')]).toEqual(['Beste collega’s,', 'Beste gast,']);
  });

  it('never lets what people wrote into its HTML or its subject line', () => {
    const place = 'Inn\r\nBcc: all@example.com';
    const data = {
      name: '<script>',
      thing: 'a "bag" & <b>',
      deadline: '20 November 2026',
      question: '<i>',
    };
    const { html, subject } = render('en', 'request-question', { ...NO_MESSAGE_DATA, ...data }, 'https://lost.example/g/x', {
      place,
    });
    expect(html).not.toMatch(/<script>|<b>|<i>/);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('shows owners the photo of what may be theirs, with words for who does not see it', () => {
    const write = (kind: 'item-found' | 'item-shipment', count: number) =>
      render(
        'en',
        kind,
        { ...NO_MESSAGE_DATA, thing: 'Red "scarf"', photo: 'https://x.example/scarf.jpg', count },
        'https://x.example',
        {
          place: 'Inn',
        },
      ).html;
    expect(write('item-found', 1)).toContain('<img src="https://x.example/scarf.jpg" alt="Red &quot;scarf&quot;"');
    expect(write('item-found', 2)).not.toContain('<img');
    expect(write('item-shipment', 1)).not.toContain('<img');
  });
});
