import { All, Controller, Get, NotFoundException, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Produces, Public } from '#platform/http';
import { inColor, styleSheet } from '../pages/style.js';
import { GuestPages } from './guest-page.js';

/** Pages of `/lost` say themselves whether they may be listed, which is read only where they may be fetched. */
const ROBOTS = 'User-agent: *\nAllow: /lost/\nAllow: /guest.css\nDisallow: /\n';

/** Resources of all guest pages: the style sheet, and robots.txt to keep search engines out. */
@Public()
@ApiExcludeController()
@Controller()
export class SiteController {
  private readonly style = styleSheet();

  @Get('guest.css')
  @Produces('text/css')
  css(@Query('color') color: unknown, @Res() response: Response): void {
    const hue = typeof color === 'string' && /^[0-9a-f]{6}$/.test(color) ? inColor(`#${color}`) : '';
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type('css')
      .send(this.style + hue);
  }

  @Get('robots.txt')
  @Produces('text/plain')
  robots(@Res() response: Response): void {
    response.set('Cache-Control', 'public, max-age=86400').type('text').send(ROBOTS);
  }
}

/** 404 page for all other paths; must be registered last. */
@GuestPages()
@Controller()
export class NoPageController {
  @All(['g', 'g/*path', 'lost', 'lost/*path', 'found', 'found/*path', 'i', 'i/*path'])
  @Produces('text/html')
  none(): never {
    throw new NotFoundException();
  }
}
