import { html, type SafeHtml } from '@remix-run/html-template';
import { directionOf, LANGUAGES, type PageLanguage, type Words } from '#contexts/texts';

/** What all pages of one visit share. */
export interface Frame {
  language: PageLanguage;
  words: Words;
  /** The path of the page itself, for the language switch. */
  path: string;
  /** `?lang=…` when the visitor chose one, so that links and forms keep it; else empty. */
  query: string;
  /** The name of the Location; null if unknown. */
  place: string | null;
}

/** A complete page: the Location's name at the top, the language switch at the bottom, no scripts. */
export function layout(frame: Frame, title: string, main: SafeHtml): string {
  const { language, words, place } = frame;
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${title} – ${place ?? words.lostAndFound}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/guest.css">
</head>
<body>
<header><p class="place">${place ?? words.lostAndFound}</p>${place === null ? '' : html`<p class="service">${words.lostAndFound}</p>`}</header>
<main>${main}</main>
<footer><nav aria-label="${words.language}"><ul>${switchOf(frame)}</ul></nav></footer>
</body>
</html>
`;
  return String(page);
}

function switchOf({ language, path }: Frame): SafeHtml[] {
  return Object.entries(LANGUAGES).map(([code, name]) =>
    code === language
      ? html`<li><a href="${path}?lang=${code}" lang="${code}" hreflang="${code}" aria-current="true">${name}</a></li>`
      : html`<li><a href="${path}?lang=${code}" lang="${code}" hreflang="${code}">${name}</a></li>`,
  );
}

/** A list of names and values; entries without a value are omitted. */
export function facts(entries: [name: string, value: SafeHtml | string | null][]): SafeHtml {
  const known = entries.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return html``;
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

/** A page with a title and one short text: an error or a confirmation. */
export function messagePage(frame: Frame, { title, text }: { title: string; text: string }): string {
  return layout(frame, title, html`<h1>${title}</h1><p class="lead">${text}</p>`);
}
