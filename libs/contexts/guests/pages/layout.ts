import { html, type SafeHtml } from '@remix-run/html-template';
import type { GuestSettings } from '#contexts/guest-settings';
import type { LocationRow } from '#contexts/locations';
import { directionOf, LANGUAGES, messagesIn, type PageLanguage, type Words } from '#contexts/texts';

/** The owner of the page: the name alone where there is no Location. */
export interface Branding extends Partial<Pick<GuestSettings, 'color' | 'logo' | 'website' | 'privacyUrl' | 'imprintUrl'>> {
  name: string;
  /** Its country, as which English is written. */
  countryID?: string;
  /** Its time zone: dates are days there. */
  zone?: string;
}

/** A Location as its guests know it. */
export interface GuestLocation {
  location: LocationRow;
  settings: GuestSettings;
  branding: Branding;
}

/** Data shared by all pages of one visit. */
export interface Frame {
  language: PageLanguage;
  words: Words;
  /** The path of the page itself, for the language switch. */
  path: string;
  /** `?lang=…` when the visitor chose one, so that links and forms keep it; else empty. */
  query: string;
  /** null if unknown. */
  branding: Branding | null;
}

/** Parts of some pages only. */
interface Kind {
  /** Whether a form is shown again with its errors. */
  wrong?: boolean;
  /** Whether search engines may list it. */
  indexed?: boolean;
  /** Whether it is shown within a page of the hotel, which says who it is. */
  embedded?: boolean;
  /** Where the form `TYPED` is sent: what is typed in it goes along into another language. Null without such a form. */
  typedTo?: string | null;
}

/** The ID of the form that a guest types into. */
export const TYPED = 'typed';

/** A complete page: the Location's name at the top, the language switch at the bottom, no scripts. */
export function layout(
  frame: Frame,
  title: string,
  main: SafeHtml,
  { wrong = false, indexed = false, embedded = false, typedTo = null }: Kind = {},
): string {
  const { language, words, branding } = frame;
  const style = branding?.color ? `/guest.css?color=${branding.color.slice(1).toLowerCase()}` : '/guest.css';
  const logo = branding?.logo ? html`<img class="logo" src="${branding.logo}" alt="">` : '';
  const service = branding === null ? '' : html`<p class="service">${words.lostAndFound}</p>`;
  const header = html`<header>${logo}<p class="place">${branding?.name ?? words.lostAndFound}</p>${service}</header>`;
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${indexed ? '' : html`<meta name="robots" content="noindex, nofollow">\n`}<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${wrong ? words.wrongTitle({ title }) : title} – ${branding?.name ?? words.lostAndFound}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
${embedded ? '' : header}
<main>${main}</main>
<footer>${lawOf(frame)}<nav aria-label="${words.language}"><ul>${switchOf(frame, typedTo)}</ul></nav></footer>
</body>
</html>
`;
  return String(page);
}

/** The hotel's own pages: website, privacy notice, imprint. */
function lawOf({ language, branding }: Frame): SafeHtml | string {
  const { letter } = messagesIn(language);
  const links: [string | null | undefined, string][] = [
    [branding?.website, branding?.website ? new URL(branding.website).host : ''],
    [branding?.privacyUrl, letter.privacy({})],
    [branding?.imprintUrl, letter.imprint({})],
  ];
  const known = links.filter(([url]) => url);
  return known.length === 0 ? '' : html`<ul>${known.map(([url, name]) => html`<li><a href="${url}">${name}</a></li>`)}</ul>`;
}

function switchOf({ language, path, query }: Frame, typedTo: string | null): SafeHtml[] {
  const more = query.includes('embed') ? '&embed=1' : '';
  return Object.entries(LANGUAGES).map(([code, name]) => {
    const to = `${typedTo ?? path}?lang=${code}${more}`;
    const about = html`lang="${code}" hreflang="${code}"${code === language.slice(0, 2) ? html` aria-current="true"` : ''}`;
    if (typedTo === null) return html`<li><a href="${to}" ${about}>${name}</a></li>`;
    // Links to whoever uses them; the photo stays behind, as browsers put none into a form again.
    const sent = html`form="${TYPED}" formaction="${to}" formenctype="application/x-www-form-urlencoded" formnovalidate`;
    return html`<li><button role="link" ${sent} name="language" value="${code}" ${about}>${name}</button></li>`;
  });
}

/** A list of names and values; entries without a value are omitted. */
export function facts(entries: [name: string, value: SafeHtml | string | null][]): SafeHtml {
  const known = entries.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return html``;
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

/** A page with a title and one short text: an error or a confirmation. @param more what follows the text */
export function messagePage(frame: Frame, { title, text }: { title: string; text: string }, more: SafeHtml = html``): string {
  return layout(frame, title, html`<h1>${title}</h1><p class="lead">${text}</p>${more}`);
}
