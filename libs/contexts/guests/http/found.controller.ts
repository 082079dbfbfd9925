import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Consumes, LocationID, Produces } from '#platform/http';
import { FormTokens } from '../guard/form-tokens.js';
import { GuestCallers, type GuestPlace } from '../guard/guest-callers.js';
import { GuestLimits } from '../guard/guest-limits.js';
import { Lookup } from '../guard/lookup.js';
import { EMPTY_FORM, type Filled, type FormState } from '../pages/form.js';
import { foundPage, severalPage } from '../pages/found.page.js';
import type { Frame } from '../pages/layout.js';
import { readFound } from './forms.js';
import { GuestPages, type Reply, requestIDOf, send } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { PageLanguages } from './page-languages.js';

/** The way to what was found for those who have no link: whatever does not fit is answered alike, after the same time. */
@GuestPages()
@Controller('found')
export class FoundController {
  constructor(
    private readonly callers: GuestCallers,
    private readonly languages: PageLanguages,
    private readonly tokens: FormTokens,
    private readonly limits: GuestLimits,
    private readonly lookup: Lookup,
    private readonly paths: LinkPaths,
  ) {}

  @Get(':locationID')
  @Produces('text/html')
  async show(@LocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const place = await this.callers.at(locationID, requestIDOf(request));
    send(response, { page: this.page(await this.languages.frameAt(request, place), place, EMPTY_FORM, false) });
  }

  @Post(':locationID')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/html')
  async find(@LocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const place = await this.callers.at(locationID, requestIDOf(request));
    send(response, await this.answer(request, place, (request.body ?? {}) as Filled));
  }

  private async answer(request: Request, place: GuestPlace, filled: Filled): Promise<Reply> {
    const id = place.location.location_id;
    const frame = await this.languages.frameAt(request, place);
    const form = readFound(frame.words, filled);
    const problems = form.problems ?? new Map();
    if (!this.tokens.isValid(filled.token, `found ${id}`)) problems.set('surname', frame.words.problems.form);
    if (form.problems || problems.size > 0) {
      return { status: 422, page: this.page(frame, place, { filled, problems }, false) };
    }
    await this.limits.take('lookup', request.ip, id);
    const { surname, reservationNumber = null, departuredDate = null } = form.value;
    const items = await this.lookup.find(place, { surname, reservationNumber, departuredDate });
    const [only] = items;
    if (!only) return { status: 404, page: this.page(frame, place, { filled, problems: new Map() }, true) };
    if (items.length === 1) return { seeOther: this.paths.item(only) + frame.query };
    return {
      page: severalPage(
        frame,
        items.map((item) => ({ path: this.paths.item(item), item: item.item })),
      ),
    };
  }

  private page(frame: Frame, { location }: GuestPlace, state: FormState, nothing: boolean): string {
    const id = location.location_id;
    return foundPage(frame, state, { token: this.tokens.issue(`found ${id}`), lost: `/lost/${id}`, nothing });
  }
}
