import { html, type SafeHtml } from '@remix-run/html-template';
import { directionOf, messagesIn, type PageLanguage } from '#contexts/texts';
import type { Letterhead } from '../settings/letterhead.js';

/** Whose letter it is; the name alone where there is no Location. */
export type Sender = Pick<Letterhead, 'place'> & Partial<Letterhead>;

export interface Parts {
  subject: string;
  greeting: string;
  /** Paragraphs; one that is a web address becomes a link. */
  body: readonly string[];
  /** What the link says; null without one. */
  action: string | null;
  closing: string;
}

const FONT = 'font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2933';
const SMALL = 'margin:0;font-size:14px;color:#52606d';
const COLOR = '#0b5cad';

/** The letter as plain text: all that the HTML says. */
export function plainLetter(language: PageLanguage, { greeting, body, action, closing }: Parts, link: string, sender: Sender) {
  const foot = footLines(language, sender).join('\n');
  const paragraphs = [greeting, ...body, ...(action === null ? [] : [`${action}: ${link}`]), closing];
  return `${[...paragraphs, ...(foot === '' ? [] : [`-- \n${foot}`])].join('\n\n')}\n`;
}

/** The letter as HTML: a table and inline styles, what mail programs have in common. */
export function htmlLetter(
  language: PageLanguage,
  { subject, greeting, body, action, closing }: Parts,
  link: string,
  sender: Sender,
) {
  const color = sender.color ?? COLOR;
  const button = `display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:${inkOn(color)};text-decoration:none`;
  const { letter } = messagesIn(language);
  const paragraphs = [greeting, ...body].map(
    (text) => html`<p style="margin:0 0 16px;white-space:pre-line">${linked(text)}</p>\n`,
  );
  const call =
    action === null
      ? html``
      : html`<p style="margin:24px 0 12px"><a href="${link}" style="${button}">${action}</a></p>
<p style="${SMALL};margin:0 0 24px">${letter.address({})}<br><a href="${link}" style="color:#52606d;word-break:break-all">${link}</a></p>
`;
  const logo = sender.logo
    ? html`<p style="margin:0 0 24px"><img src="${sender.logo}" alt="${sender.place}" style="display:block;max-width:200px;max-height:80px"></p>\n`
    : html``;
  return String(html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" dir="${directionOf(language)}" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-top:4px solid ${color};border-radius:8px">
<tr><td style="padding:28px;${FONT}">
${logo}${paragraphs}${call}<p style="margin:0;color:#52606d">${closing}</p>
${foot(language, sender)}</td></tr></table>
</td></tr></table>
</body>
</html>
`);
}

/** Name, postal address and telephone: who writes. */
function footLines(language: PageLanguage, sender: Sender): string[] {
  const { letter } = messagesIn(language);
  const { place, address = [], phoneNumber, website, privacyUrl, imprintUrl } = sender;
  if (address.length === 0) return [];
  return [
    [place, ...address].join(', '),
    ...(phoneNumber ? [letter.phone({ number: phoneNumber })] : []),
    ...(website ? [website] : []),
    ...(privacyUrl ? [`${letter.privacy({})}: ${privacyUrl}`] : []),
    ...(imprintUrl ? [`${letter.imprint({})}: ${imprintUrl}`] : []),
  ];
}

function foot(language: PageLanguage, sender: Sender): SafeHtml {
  const { letter } = messagesIn(language);
  const { place, address = [], phoneNumber, website, privacyUrl, imprintUrl } = sender;
  if (address.length === 0) return html``;
  const to = (url: string, name: string) => html`<br><a href="${url}" style="color:#52606d">${name}</a>`;
  return html`<p style="${SMALL};margin-top:24px;padding-top:16px;border-top:1px solid #e4e7eb">${[place, ...address].join(', ')}${
    phoneNumber ? html`<br>${letter.phone({ number: phoneNumber })}` : ''
  }${website ? to(website, website) : ''}${privacyUrl ? to(privacyUrl, letter.privacy({})) : ''}${
    imprintUrl ? to(imprintUrl, letter.imprint({})) : ''
  }</p>
`;
}

function linked(text: string): SafeHtml | string {
  const [, before, url] = /^([^\n]*?)(https?:\/\/\S+)$/.exec(text) ?? [];
  return url === undefined ? text : html`${before}<a href="${url}" style="word-break:break-all">${url}</a>`;
}

/** White or black, whichever is easier to read on the color (WCAG 2.2, relative luminance). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
