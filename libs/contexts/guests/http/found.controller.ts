import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Consumes, LocationID, Produces } from '#platform/http';
import { Lookup } from '../guard/lookup.js';
import { foundPage, severalPage } from '../pages/found.page.js';
import { type FoundForm, readFound } from './forms.js';
import { GuestPages, type Reply, send } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { type LocationForm, LocationForms, type Sent } from './location-forms.js';

const FORM: LocationForm<FoundForm> = {
  name: 'found',
  first: 'surname',
  limit: 'lookup',
  read: readFound,
  page: (frame, state, token, locationID) => foundPage(frame, state, { token, lost: `/lost/${locationID}`, nothing: false }),
};

/** Finds items for owners without a link. All failed searches get the same response after the same time. */
@GuestPages()
@Controller('found')
export class FoundController {
  constructor(
    private readonly forms: LocationForms,
    private readonly lookup: Lookup,
    private readonly paths: LinkPaths,
  ) {}

  @Get(':locationID')
  @Produces('text/html')
  async show(@LocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, await this.forms.show(FORM, locationID, request));
  }

  @Post(':locationID')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/html')
  async find(@LocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, await this.forms.send(FORM, locationID, request, (sent) => this.search(locationID, sent)));
  }

  private async search(locationID: string, { place, frame, filled, value, token }: Sent<FoundForm>): Promise<Reply> {
    const { surname, reservationNumber = null, departuredDate = null } = value;
    const items = await this.lookup.find(place, { surname, reservationNumber, departuredDate });
    const [only] = items;
    if (!only) {
      const state = { filled, problems: new Map() };
      return { status: 404, page: foundPage(frame, state, { token, lost: `/lost/${locationID}`, nothing: true }) };
    }
    if (items.length === 1) return { seeOther: this.paths.item(only) + frame.query };
    const choices = items.map((item) => ({ path: this.paths.item(item), item: item.item }));
    return { page: severalPage(frame, choices) };
  }
}
