import { All, Controller, Get, NotFoundException, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Produces, Public } from '#platform/http';
import { styleSheet } from '../pages/style.js';
import { GuestPages } from './guest-page.js';

/** Resources of all guest pages: the style sheet, and robots.txt to keep search engines out. */
@Public()
@ApiExcludeController()
@Controller()
export class SiteController {
  private readonly style = styleSheet();

  @Get('guest.css')
  @Produces('text/css')
  css(@Res() response: Response): void {
    response.set('Cache-Control', 'public, max-age=3600').type('css').send(this.style);
  }

  @Get('robots.txt')
  @Produces('text/plain')
  robots(@Res() response: Response): void {
    response.set('Cache-Control', 'public, max-age=86400').type('text').send('User-agent: *\nDisallow: /\n');
  }
}

/** 404 page for all other paths; must be registered last. */
@GuestPages()
@Controller()
export class NoPageController {
  @All(['g', 'g/*path', 'lost', 'lost/*path', 'found', 'found/*path'])
  @Produces('text/html')
  none(): never {
    throw new NotFoundException();
  }
}
