import { html, type SafeHtml } from '@remix-run/html-template';

/** Where the pages of the documentation are. */
export const DOCS = '/docs';

export interface DocsPage {
  title: string;
  /** For search engines and previews of links. */
  description: string;
  main: SafeHtml;
  /** Files below `/docs` that the page loads, in this order; none by default. */
  scripts?: readonly string[];
  /** Its style sheets; `docs.css` by default. */
  styles?: readonly string[];
}

/** A complete page of the documentation: the same links at the top of each, readable without a script. */
export function docsPage({ title, description, main, scripts = [], styles = ['docs.css'] }: DocsPage): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:,">
${styles.map((file) => html`<link rel="stylesheet" href="${DOCS}/${file}">`)}
${scripts.map((file) => html`<script defer src="${DOCS}/${file}"></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Documentation">
<a href="${DOCS}">API</a>
<a href="${DOCS}/swagger">Swagger UI</a>
<a href="${DOCS}/guides">Guides</a>
<a href="/openapi.json">OpenAPI</a>
</nav></header>
<main id="main">${main}</main>
</body>
</html>
`);
}
