import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { releaseName } from '#platform/runtime';
import { revalidated } from '../endpoint/unchanged.js';
import { openApiDocument } from '../openapi/open-api-document.js';
import { withSharedParts } from '../openapi/shared-parts.js';
import { docsRouter } from './docs.router.js';

/**
 * The documentation at `/docs` with Swagger UI, the document at `/openapi.json` (decisions.md, section 8); both need no token. Call before
 * listening. The document is made when it is first asked for: most processes never are, and it is a tenth of a start.
 */
export function serveOpenApi(app: INestApplication): void {
  let made: OpenAPIObject | undefined;
  let text: string | undefined;
  const document = () => (made ??= released(openApiDocument(app)));
  const sent = () => (text ??= JSON.stringify(withSharedParts(document())));
  app.use('/docs', docsRouter(document));
  app.use('/openapi.json', revalidated, (request: Request, response: Response, next: NextFunction) => {
    if (request.path === '/' && ['GET', 'HEAD'].includes(request.method)) response.type('json').send(sent());
    else next();
  });
}

/** The release that serves it is told by its commit as well, which the committed document can't name. */
function released(document: OpenAPIObject): OpenAPIObject {
  return { ...document, info: Object.assign(document.info, { 'x-release': releaseName() }) };
}
