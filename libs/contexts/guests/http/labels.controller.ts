import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ID, LocationID, Produces } from '#platform/http';
import { GuestCallers } from '../guard/guest-callers.js';
import { labelPage } from '../pages/label.page.js';
import { GuestLocations } from './guest-locations.js';
import { GuestPages, requestIDOf, send } from './guest-page.js';
import { PageLanguages } from './page-languages.js';

/** The addresses in the QR codes of labels (decisions.md, section 13): no item is looked up. */
@GuestPages()
@Controller('i')
export class LabelsController {
  constructor(
    private readonly callers: GuestCallers,
    private readonly guestLocations: GuestLocations,
    private readonly languages: PageLanguages,
  ) {}

  @Get(':locationID/:itemID')
  @Produces('text/html')
  async show(
    @LocationID() locationID: string,
    @ID('itemID') itemID: number,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const visit = await this.callers.at(locationID, requestIDOf(request));
    const guestLocation = await this.guestLocations.of(visit.location);
    const frame = await this.languages.frameAt(request, visit, guestLocation);
    send(response, { page: labelPage(frame, guestLocation, itemID) });
  }
}
