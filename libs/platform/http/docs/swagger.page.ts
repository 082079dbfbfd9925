import { html } from '@remix-run/html-template';
import { docsPage } from './layout.js';

/** Swagger UI over the whole width, from files of this service alone. */
export function swaggerPage(): string {
  return docsPage({
    title: 'Swagger UI',
    description: 'Tries every operation of the API from the browser.',
    scripts: ['swagger-ui-bundle.js', 'swagger-ui-init.js'],
    styles: ['swagger-ui.css', 'swagger-page.css'],
    main: html`<h1 class="skip">Swagger UI</h1>
<div id="swagger-ui"></div>`,
  });
}
