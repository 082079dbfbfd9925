import { html } from '@remix-run/html-template';
import type { MessageKind } from '../message.js';
import { wordingOf } from './languages.js';
import type { Facts } from './wording.js';

/** A message as it goes out. */
export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

/** Writes a message in a language, as plain text, as HTML that mail programs show, and short for SMS. */
export function render(language: string, kind: MessageKind, facts: Facts, link: string): Rendered {
  const wording = wordingOf(language);
  const known = { ...facts, thing: oneLine(facts.thing), place: oneLine(facts.place), name: facts.name && oneLine(facts.name) };
  const { subject, body, action, sms } = wording.kinds[kind](known);
  const [greeting, closing] = [wording.greeting(known.name), wording.closing(known.place)];
  return {
    subject,
    text: `${[greeting, ...body, `${action}: ${link}`, closing].join('\n\n')}\n`,
    html: page(language, { subject, greeting, body, action, closing }, link),
    sms: `${sms ?? subject} ${link}`,
  };
}

const FONT = 'font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2933';
const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5cad;color:#ffffff;text-decoration:none';

interface Parts {
  subject: string;
  greeting: string;
  body: readonly string[];
  action: string;
  closing: string;
}

/** A table and inline styles: what mail programs have in common. */
function page(language: string, { subject, greeting, body, action, closing }: Parts, link: string): string {
  const paragraphs = [greeting, ...body].map((text) => html`<p style="margin:0 0 16px;white-space:pre-line">${text}</p>\n`);
  return String(html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:28px;${FONT}">
${paragraphs}<p style="margin:24px 0"><a href="${link}" style="${BUTTON}">${action}</a></p>
<p style="margin:0;color:#52606d">${closing}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`);
}

/** What people wrote must not break a subject or an SMS into lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A day as people of the language write it. */
export function dateIn(language: string, day: Date, zone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone }).format(day);
}
