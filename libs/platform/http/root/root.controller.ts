import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { html } from '@remix-run/html-template';
import type { Request, Response } from 'express';
import { tagOf } from '../endpoint/unchanged.js';
import { Public } from '../gate/requires.js';
import { Produces } from '../request/request-shape.js';

const NAME = 'Lost-and-Found Service';
const LINKS = {
  desk: '/desk',

  documentation: '/docs',
  swagger: '/docs/swagger',
  openapi: '/openapi.json',
  api: '/api/v2',
  health: '/health/ready',
};

const RECORD = JSON.stringify({ name: NAME, links: LINKS });

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
<li><a href="${LINKS.desk}">The front desk</a></li>
<li><a href="${LINKS.documentation}">Documentation of the API</a></li>
<li><a href="${LINKS.swagger}">Swagger UI</a></li>
<li><a href="${LINKS.openapi}">OpenAPI document</a></li>
<li><a href="${LINKS.health}">Whether it works</a></li>
</ul>
</main>
</body>
</html>
`);

/** The address alone (decisions.md, section 10): like the pages of the documentation it stands in no document itself. */
@Public()
@ApiExcludeController()
@Controller()
export class RootController {
  @Get()
  @Produces('application/json')
  root(@Req() request: Request, @Res() response: Response): void {
    const isPage = request.accepts(['json', 'html']) === 'html';
    const text = isPage ? PAGE : RECORD;
    response.vary('Accept').set({ ETag: tagOf(text), 'Cache-Control': 'no-cache' });
    response.type(isPage ? 'html' : 'json').send(text);
  }
}
