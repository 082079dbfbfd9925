import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ID, Produces, WrittenLocationID } from '#platform/http';
import { GuestCallers } from '../guard/guest-callers.js';
import { labelPage } from '../pages/label.page.js';
import { GuestPages, requestIDOf, send } from './guest-page.js';
import { PageFrames } from './page-frames.js';

/** The addresses in the QR codes of labels (decisions.md, section 13): no item is looked up. */
@GuestPages()
@Controller('i')
export class LabelsController {
  constructor(
    private readonly callers: GuestCallers,
    private readonly frames: PageFrames,
  ) {}

  @Get(':locationID/:itemID')
  @Produces('text/html')
  async show(
    @WrittenLocationID() locationID: string,
    @ID('itemID') itemID: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const visit = await this.callers.at(locationID, requestIDOf(request));
    const { frame, guestLocation } = await this.frames.at(request, visit);
    send(response, { page: labelPage(frame, guestLocation, itemID) });
  }
}
