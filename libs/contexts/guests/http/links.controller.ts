import { Controller, Get, NotFoundException, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type GuestLink, GuestLinks, plainToken } from '#contexts/links';
import { Consumes, Produces } from '#platform/http';
import { type Caller, NotFound } from '#platform/kernel';
import { GuestCallers } from '../guard/guest-callers.js';
import { ClosedLinks } from './closed-links.js';
import { FindsPages } from './finds-pages.js';
import { GuestPages, type Reply, requestIDOf, send } from './guest-page.js';
import { ItemPages } from './item-pages.js';
import { PhotoForms } from './photo-forms.js';
import { RequestPages } from './request-pages.js';
import { WritePages } from './write-pages.js';

/** The pages behind a link. GET requests never change anything, because mail scanners open links too. */
interface LinkPages {
  show(request: Request, caller: Caller, link: GuestLink): Promise<Reply>;
  ask(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply>;
  answer(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply>;
}

/** The pages behind personal links. The secret token in the path also protects forms from CSRF: other sites cannot know the URL. */
@GuestPages()
@Controller('g')
export class LinksController {
  constructor(
    private readonly links: GuestLinks,
    private readonly callers: GuestCallers,
    private readonly items: ItemPages,
    private readonly requests: RequestPages,
    private readonly finds: FindsPages,
    private readonly closed: ClosedLinks,
    private readonly writing: WritePages,
    private readonly photos: PhotoForms,
  ) {}

  @Get(':token')
  @Produces('text/html')
  show(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.open(token, request, response, (pages, caller, link) => pages.show(request, caller, link));
  }

  @Get(':token/write')
  @Produces('text/html')
  askToWrite(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.open(token, request, response, (_pages, caller, link, home) => this.writing.ask(request, caller, link, home));
  }

  @Get(':token/:step')
  @Produces('text/html')
  ask(
    @Param('token') token: string,
    @Param('step') step: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.open(token, request, response, (pages, caller, link, home) => pages.ask(request, caller, link, home, step));
  }

  @Post(':token/write')
  @Consumes('multipart/form-data', 'application/x-www-form-urlencoded')
  @Produces('text/html')
  write(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.open(token, request, response, (_pages, caller, link, home) =>
      this.photos.read(request, (form) => this.writing.send(request, caller, link, home, form)),
    );
  }

  @Post(':token/:step')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/html')
  answer(
    @Param('token') token: string,
    @Param('step') step: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.open(token, request, response, (pages, caller, link, home) => pages.answer(request, caller, link, home, step));
  }

  private pagesOf({ kind }: GuestLink): LinkPages {
    return { item: this.items, request: this.requests, finds: this.finds }[kind];
  }

  /** @throws NotFoundException for an invalid link; LinkClosed if it has expired, or if its record is deleted or has another contact now */
  private async open(
    token: string,
    request: Request,
    response: Response,
    reply: (pages: LinkPages, caller: Caller, link: GuestLink, home: string) => Promise<Reply>,
  ): Promise<void> {
    const link = this.links.read(token);
    if (link === null) throw new NotFoundException();
    const caller = await this.callers.of(link.groupID, requestIDOf(request));
    if (link.hasExpired) throw await this.closed.of(caller, link);
    try {
      send(response, await reply(this.pagesOf(link), caller, link, `/g/${plainToken(token)}`));
    } catch (error) {
      throw error instanceof NotFound ? await this.closed.of(caller, link) : error;
    }
  }
}
