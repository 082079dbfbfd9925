import { html, type SafeHtml } from '@remix-run/html-template';
import { inkOn } from '#contexts/guest-settings';
import { addressLines } from '#contexts/reference';
import { directionOf, messagesIn, type PageLanguage } from '#contexts/texts';
import type { Letterhead } from '../settings/letterhead.js';

/** The letter's sender; the name alone where there is no Location. */
export type Sender = Pick<Letterhead, 'place'> & Partial<Letterhead>;

export interface Parts {
  photo: { url: string; alt: string } | null;
  subject: string;
  greeting: string;
  /** Paragraphs; a line that ends with a web address becomes a link. */
  body: readonly string[];
  /** Text of the link; null without one. */
  action: string | null;
  closing: string;
}

const FONT = 'font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2933';
const SMALL = 'margin:0;font-size:14px;color:#52606d';
/** The color of the pages, where the hotel has none of its own. */
const COLOR = '#1d4f4a';
const DARK_RULES =
  '.ground{background:#15181d!important}.sheet{background:#1f242b!important}' +
  '.ink{color:#f1f2f4!important}.soft{color:#b3bac4!important;border-color:#353c46!important}';
/** For programs that know a dark mode; the others show the inline colors. */
const DARK = html`<style>@media (prefers-color-scheme:dark){${DARK_RULES}}</style>`;
const PHOTO = 'display:block;width:240px;max-width:100%;border-radius:8px;font-size:14px';
const LOGO = 'display:block;max-width:200px;max-height:80px;background:#ffffff;border-radius:4px';

/** The letter as plain text: all that the HTML says. */
export function plainLetter(language: PageLanguage, { greeting, body, action, closing }: Parts, link: string, sender: Sender) {
  const foot = footLines(language, sender).join('\n');
  const paragraphs = [greeting, ...body, ...(action === null ? [] : [`${action}\n${link}`]), closing];
  return `${[...paragraphs, ...(foot === '' ? [] : [`-- \n${foot}`])].join('\n\n')}\n`;
}

/** The letter as HTML: a table and inline styles, what mail programs have in common. */
export function htmlLetter(
  language: PageLanguage,
  { photo, subject, greeting, body, action, closing }: Parts,
  link: string,
  sender: Sender,
) {
  const color = sender.color ?? COLOR;
  const button = `display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:${inkOn(color)};text-decoration:none`;
  const { letter } = messagesIn(language);
  const paragraph = (text: SafeHtml[]) => html`<p style="margin:0 0 16px">${text}</p>\n`;
  const paragraphs = [paragraph(lines(greeting)), ...body.map((text) => paragraph(lines(text, linked)))];
  const address = html`<a class="soft" href="${link}" style="color:#52606d;word-break:break-all">${link}</a>`;
  const call =
    action === null
      ? html``
      : html`<p style="margin:24px 0 12px"><a href="${link}" style="${button}">${action}</a></p>
<p class="soft" style="${SMALL};margin:0 0 24px">${letter.address({})}<br>${address}</p>
`;
  const [hello, opening, ...rest] = paragraphs;
  const picture = photo
    ? html`<p style="margin:0 0 16px"><img src="${photo.url}" alt="${photo.alt}" width="240" style="${PHOTO}"></p>\n`
    : html``;
  const logo = sender.logo
    ? html`<p style="margin:0 0 24px"><img src="${sender.logo}" alt="${sender.place}" style="${LOGO}"></p>\n`
    : html``;
  return String(html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${subject}</title>${DARK}</head>
<body class="ground" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" dir="${directionOf(language)}" width="100%" cellpadding="0" cellspacing="0">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0"
  style="max-width:560px;background:#ffffff;border-top:4px solid ${color};border-radius:8px">
<tr><td class="ink" style="padding:28px;${FONT}">
${logo}${hello}${opening}${picture}${rest}${call}<p class="soft" style="margin:0;color:#52606d">${lines(closing)}</p>
${foot(language, sender)}</td></tr></table>
</td></tr></table>
</body>
</html>
`);
}

/** Name, postal address and telephone: who writes. */
function footLines(language: PageLanguage, sender: Sender): string[] {
  const { letter } = messagesIn(language);
  const { place, address, phoneNumber, website, privacyUrl, imprintUrl } = sender;
  if (!address) return [];
  return [
    [place, ...addressLines(address, language)].join(', '),
    ...(phoneNumber ? [letter.phone({ number: phoneNumber })] : []),
    ...(website ? [website] : []),
    ...(privacyUrl ? [`${letter.privacy({})}: ${privacyUrl}`] : []),
    ...(imprintUrl ? [`${letter.imprint({})}: ${imprintUrl}`] : []),
  ];
}

function foot(language: PageLanguage, sender: Sender): SafeHtml {
  const { letter } = messagesIn(language);
  const { place, address, phoneNumber, website, privacyUrl, imprintUrl } = sender;
  if (!address) return html``;
  const to = (url: string, name: string) =>
    html`<br><a class="soft" href="${url}" style="display:inline-block;line-height:26px;color:#52606d">${name}</a>`;
  const postal = [place, ...addressLines(address, language)].join(', ');
  return html`<p class="soft" style="${SMALL};margin-top:24px;padding-top:16px;border-top:1px solid #e4e7eb"><bdi>${postal}</bdi>${
    phoneNumber ? html`<br>${letter.phone({ number: phoneNumber })}` : ''
  }${website ? to(website, website) : ''}${privacyUrl ? to(privacyUrl, letter.privacy({})) : ''}${
    imprintUrl ? to(imprintUrl, letter.imprint({})) : ''
  }</p>
`;
}

/** The lines of a text: some mail programs know no `white-space`. */
function lines(text: string, write: (line: string) => SafeHtml | string = (line) => line): SafeHtml[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${write(line)}` : html`<br>${write(line)}`));
}

/** A line that ends with a web address, as a link. */
function linked(line: string): SafeHtml | string {
  const [, before, url] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? [];
  return url === undefined
    ? line
    : html`${before}<a class="ink" href="${url}" style="color:#1f2933;word-break:break-all">${url}</a>`;
}
