import { html } from '@remix-run/html-template';
import { directionOf, messagesIn, type PageLanguage } from '#contexts/texts';
import type { MessageKind } from '../message.js';

/** What a message speaks of. */
export interface Facts {
  /** Whom it greets, null when nobody knows; the username of a user. */
  name: string | null;
  /** What was found or lost, in the words of whoever wrote it down; empty to a user. */
  thing: string;
  /** The Location's name; the Group's to a user. */
  place: string;
  /** Until when an answer or a link counts, as people of the language write a date. */
  deadline: string;
  /** What staff ask. */
  question: string | null;
}

/** A message as it goes out. */
export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

/** Writes a message in a language, as plain text, as HTML that mail programs show, and short for SMS. */
export function render(language: PageLanguage, kind: MessageKind, facts: Facts, link: string): Rendered {
  const { kinds, greeting: greet, greetingToUnknown, closing: close } = messagesIn(language);
  const known = { ...facts, thing: oneLine(facts.thing), place: oneLine(facts.place), name: facts.name && oneLine(facts.name) };
  const texts = kinds[kind];
  const [subject, action] = [texts.subject(known), texts.action(known)];
  // A paragraph may consist of a fact that is not there.
  const body = texts.body.map((paragraph) => paragraph(known)).filter((paragraph) => paragraph !== '');
  const greeting = known.name === null ? greetingToUnknown(known) : greet(known);
  const closing = close(known);
  return {
    subject,
    text: `${[greeting, ...body, `${action}: ${link}`, closing].join('\n\n')}\n`,
    html: page(language, { subject, greeting, body, action, closing }, link),
    sms: `${'sms' in texts ? texts.sms(known) : subject} ${link}`,
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
function page(language: PageLanguage, { subject, greeting, body, action, closing }: Parts, link: string): string {
  const paragraphs = [greeting, ...body].map((text) => html`<p style="margin:0 0 16px;white-space:pre-line">${text}</p>\n`);
  return String(html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" dir="${directionOf(language)}" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
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
