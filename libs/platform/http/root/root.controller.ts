import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { html } from '@remix-run/html-template';
import type { Request, Response } from 'express';
import { tagOf } from '../application/unchanged.js';
import { Endpoint } from '../endpoint/endpoint.js';
import { Beyond } from '../fields/beyond.js';
import { Public } from '../gate/requires.js';
import { Produces } from '../request/request-shape.js';

const NAME = 'Lost-and-Found Service';
const LINKS = { documentation: '/docs', openapi: '/openapi.json', api: '/api/v2', health: '/health/ready' };

class RootLinks {
  @ApiProperty({ type: String, description: 'The documentation, for people', example: '/docs' }) documentation!: string;
  @ApiProperty({ type: String, description: 'The OpenAPI document', example: '/openapi.json' }) openapi!: string;
  @ApiProperty({ type: String, description: 'What all calls begin with', example: '/api/v2' }) api!: string;
  @ApiProperty({ type: String, description: 'Whether the service works', example: '/health/ready' }) health!: string;
}

/** What a client is told that knows nothing but the address. */
class RootRecord {
  @ApiProperty({ type: String, description: 'What this is', example: NAME }) name!: string;
  @ApiProperty({ type: RootLinks, description: 'Where to go on' }) links!: RootLinks;
}

const RECORD = JSON.stringify({ name: NAME, links: LINKS } satisfies RootRecord);

const PAGE = String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<link rel="icon" href="data:,">
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem; color: #1b1b1b }</style>
</head>
<body>
<main>
<h1>${NAME}</h1>
<p>Records belongings that guests leave behind, and helps to return them.</p>
<ul>
<li><a href="${LINKS.documentation}">Documentation of the API</a></li>
<li><a href="${LINKS.openapi}">OpenAPI document</a></li>
<li><a href="${LINKS.health}">Whether it works</a></li>
</ul>
</main>
</body>
</html>
`);

/** The address alone (decisions.md, section 10). */
@Beyond()
@Public()
@ApiTags('Health')
@ApiExtraModels(RootRecord)
@Controller()
export class RootController {
  @Get()
  @Produces('application/json')
  @Endpoint('showRoot', 'What this is, and where to go on', {
    description: 'A page for who asks for HTML, as browsers do; else a document with links.',
    sends: {
      status: 200,
      description: 'Success.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(RootRecord) } },
        'text/html': { schema: { type: 'string' } },
      },
    },
  })
  root(@Req() request: Request, @Res() response: Response): void {
    const isPage = request.accepts(['json', 'html']) === 'html';
    const text = isPage ? PAGE : RECORD;
    response.vary('Accept').set({ ETag: tagOf(text), 'Cache-Control': 'no-cache' });
    response.type(isPage ? 'html' : 'json').send(text);
  }
}
