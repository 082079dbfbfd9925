import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { MakeRequest } from '#contexts/requests';
import { Consumes, LocationID, Produces } from '#platform/http';
import { DoubleTaps } from '../guard/double-taps.js';
import { FormTokens } from '../guard/form-tokens.js';
import { GuestCallers } from '../guard/guest-callers.js';
import { GuestLimits } from '../guard/guest-limits.js';
import { EMPTY_FORM, type Filled, type FormState } from '../pages/form.js';
import type { Frame } from '../pages/layout.js';
import { lostPage } from '../pages/lost.page.js';
import { readLost } from './forms.js';
import { GuestPages, requestIDOf, send } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { PageLanguages } from './page-languages.js';

/** "I lost something": anybody may make a Request at a Location. */
@GuestPages()
@Controller('lost')
export class LostController {
  constructor(
    private readonly callers: GuestCallers,
    private readonly languages: PageLanguages,
    private readonly tokens: FormTokens,
    private readonly limits: GuestLimits,
    private readonly doubleTaps: DoubleTaps,
    private readonly paths: LinkPaths,
    private readonly commands: CommandBus,
  ) {}

  @Get(':locationID')
  @Produces('text/html')
  async show(@LocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const place = await this.callers.at(locationID, requestIDOf(request));
    const frame = await this.languages.frameAt(request, place);
    send(response, { page: this.page(frame, locationID, EMPTY_FORM) });
  }

  @Post(':locationID')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/html')
  async make(@LocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const place = await this.callers.at(locationID, requestIDOf(request));
    const filled = (request.body ?? {}) as Filled;
    const frame = await this.languages.frameAt(request, place);
    const form = readLost(frame.words, filled);
    const problems = form.problems ?? new Map();
    if (!this.tokens.isValid(filled.token, `lost ${locationID}`)) problems.set('request', frame.words.problems.form);
    if (form.problems || problems.size > 0) {
      send(response, { status: 422, page: this.page(frame, locationID, { filled, problems }) });
      return;
    }
    await this.limits.take('report', request.ip, locationID);
    const { name, email, phoneNumber, categories, ...lost } = form.value;
    const languageID = await this.languages.idOf(place.caller, locationID, frame.language);
    const details = { ...lost, categories: categories === undefined ? [] : [categories], owner: { name, email, phoneNumber } };
    const path = await this.doubleTaps.once(place.caller, filled, async () => {
      return this.paths.request(await this.commands.execute(new MakeRequest(place.caller, locationID, details, languageID)));
    });
    send(response, { seeOther: `${path}${frame.query === '' ? '?made' : `${frame.query}&made`}` });
  }

  private page(frame: Frame, id: string, state: FormState): string {
    return lostPage(frame, state, { token: this.tokens.issue(`lost ${id}`), found: `/found/${id}` });
  }
}
