import { html, type SafeHtml } from '@remix-run/html-template';

/** Where the pages of the documentation are. */
export const DOCS = '/docs';

export interface DocsPage {
  title: string;
  /** For search engines and previews of links. */
  description: string;
  main: SafeHtml;
  /** The path of the script that the page loads; none by default. */
  script?: string;
}

/** A complete page of the documentation: the same links at the top of each, readable without a script. */
export function docsPage({ title, description, main, script }: DocsPage): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS}/docs.css">
${script ? html`<script src="${script}" defer></script>` : ''}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Documentation">
<a href="${DOCS}">API</a>
<a href="${DOCS}/guides">Guides</a>
<a href="/openapi.json">OpenAPI</a>
</nav></header>
<main id="main">${main}</main>
</body>
</html>
`);
}
