import type { OpenAPIObject } from '@nestjs/swagger';
import { html } from '@remix-run/html-template';
import type { Guide } from './guides.js';
import { DOCS, docsPage } from './layout.js';
import { markdown } from './markdown.js';
import { type Described, operationsByTag, webhooksOf } from './operations.js';

/** The first page of the documentation: the way to Swagger UI, the guides, and every operation and webhook once with a filter. */
export function referencePage(document: OpenAPIObject, guides: readonly Guide[]): string {
  const { title, description = '' } = document.info;
  return docsPage({
    title,
    description: 'Every operation of the API, with guides and examples.',
    scripts: ['filter.js'],
    main: html`<h1>${title}</h1>
<p><a class="button" href="${DOCS}/swagger">Try it in Swagger UI</a></p>
${markdown(description)}
<h2>Guides</h2>
<ul>${guides.map(({ name, title }) => html`<li><a href="${DOCS}/guides/${name}">${title}</a></li>`)}</ul>
<h2 id="operations">Operations</h2>
<p><label for="filter">Filter by path, word or tag</label> <input type="search" id="filter" autocomplete="off"></p>
<p id="none" hidden>No operation has these words.</p>
${operationsByTag(document).map(
  ({ tag, description, operations }) => html`<section data-tag="${tag}">
<h2>${tag}</h2>
<p class="note">${description}</p>
<ul class="operations">${operations.map((operation) => line(operation, `operations/${operation.operationId}`))}</ul>
</section>`,
)}
<section data-tag="Webhook events">
<h2>Webhook events</h2>
<p class="note">What is sent to you; the <a href="${DOCS}/guides/webhooks">guide</a> says how it is verified.</p>
<ul class="operations">${webhooksOf(document).map((webhook) => line(webhook, `webhooks/${webhook.path}`))}</ul>
</section>`,
  });
}

function line({ method, path, summary }: Described, page: string) {
  const call = html`<span class="path"><b>${method}</b> ${path}</span>`;
  return html`<li><a href="${DOCS}/${page}">${call} <span class="summary">${summary}</span></a></li>
`;
}
