import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import express, { type Request, type Response, Router } from 'express';
import { revalidated } from '../endpoint/unchanged.js';
import { guidePage, guidesPage, readGuides } from './guides.js';
import { operationPage } from './operation.page.js';
import { operationsOf, webhooksOf } from './operations.js';
import { referencePage } from './reference.page.js';
import { swaggerPage } from './swagger.page.js';

/** From libs/platform/http/docs/ and from the same folder in dist/, where the build copies the guides. */
const GUIDES = new URL('../../../../docs/guides/', import.meta.url);
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Nothing from elsewhere; the reference alone runs a script, and Swagger UI has styles of its own. */
const POLICY = "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const own = (file: string) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');

/**
 * The pages below `/docs`: the reference, a page for each operation and each webhook, the guides, and Swagger UI.
 * @param documentOf the OpenAPI document
 */
export function docsRouter(documentOf: () => OpenAPIObject): Router {
  const router = Router();
  const guides = readGuides(GUIDES);
  router.use(revalidated);
  router.get('/', (_, response) => void response.type('html').send(referencePage(documentOf(), guides)));
  router.get('/swagger', (_, response) => void response.type('html').send(swaggerPage()));
  for (const file of ['docs.css', 'filter.js', 'swagger-page.css', 'swagger-ui-init.js'])
    router.get(`/${file}`, (_, response) => void response.type(extname(file)).send(own(file)));
  const files = express.static(SWAGGER_UI, { index: false, redirect: false, cacheControl: false });
  router.get(['/swagger-ui.css', '/swagger-ui-bundle.js'], files);
  router.get('/operations/:operationId', (request, response, next) => {
    const operation = operationsOf(documentOf()).find(({ operationId }) => operationId === request.params.operationId);
    if (operation) page(response, operationPage(operation, documentOf()));
    else next();
  });
  router.get('/webhooks/:event', (request, response, next) => {
    const webhook = webhooksOf(documentOf()).find(({ path }) => path === request.params.event);
    if (webhook) page(response, operationPage(webhook, documentOf()));
    else next();
  });
  router.get('/guides', (_, response) => page(response, guidesPage(guides)));
  router.get('/guides/:name', (request: Request<{ name: string }>, response, next) => {
    const guide = guides.find(({ name }) => name === request.params.name);
    if (guide) page(response, guidePage(guide, guides));
    else next();
  });
  return router;
}

function page(response: Response, text: string): void {
  response.set('Content-Security-Policy', POLICY).type('html').send(text);
}
