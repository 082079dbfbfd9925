import { readdirSync, readFileSync } from 'node:fs';
import { html } from '@remix-run/html-template';
import { DOCS, docsPage } from './layout.js';
import { markdown } from './markdown.js';

/** A guide: a Markdown file with its title in the first line. */
export interface Guide {
  /** The name in its address. */
  name: string;
  title: string;
  text: string;
}

/** The guides in a folder, in the order of the numbers that their files begin with: `01-start.md` is `start`. */
export function readGuides(folder: URL): Guide[] {
  const files = readdirSync(folder).filter((file) => /^\d\d-[a-z-]+\.md$/.test(file));
  return files.sort().map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return { name: file.slice(3, -3), title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
  });
}

/** A guide as a page, with the one before and the one after it. Links between files (`02-authenticate.md`) lead to their pages. */
export function guidePage(guide: Guide, guides: readonly Guide[]): string {
  const place = guides.indexOf(guide);
  const [before, after] = [guides[place - 1], guides[place + 1]];
  const text = guide.text.replace(/\]\(\d\d-([a-z-]+)\.md(#[\w-]+)?\)/g, `](${DOCS}/guides/$1$2)`);
  return docsPage({
    title: guide.title,
    description: guide.text.split('\n\n')[1]?.replaceAll('\n', ' ') ?? guide.title,
    main: html`${markdown(text)}
<p>${before ? html`<a href="${DOCS}/guides/${before.name}">← ${before.title}</a>` : ''}
${after ? html`<a href="${DOCS}/guides/${after.name}">${after.title} →</a>` : ''}</p>`,
  });
}

/** The list of all guides. */
export function guidesPage(guides: readonly Guide[]): string {
  return docsPage({
    title: 'Guides',
    description: 'From nothing to a verified webhook, and what to know after that.',
    main: html`<h1>Guides</h1>
<p>From nothing to a verified webhook, and what to know after that.
Its commands and TypeScript programs are run against the service by a test.</p>
<ol>${guides.map(({ name, title }) => html`<li><a href="${DOCS}/guides/${name}">${title}</a></li>`)}</ol>`,
  });
}
