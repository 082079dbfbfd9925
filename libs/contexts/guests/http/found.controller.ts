import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ItemRow } from '#contexts/items';
import type { Words } from '#contexts/texts';
import { Consumes, Produces, RateLimited, WrittenLocationID } from '#platform/http';
import { GuestLimits } from '../guard/guest-limits.js';
import { LinkSending } from '../guard/link-sending.js';
import { type Identity, inSteps, isProven, Lookup } from '../guard/lookup.js';
import type { Filled, Problems } from '../pages/form.js';
import { foundPage, severalPage } from '../pages/found.page.js';
import { forGuests } from '../pages/show.js';
import { type FoundForm, readFound } from './forms.js';
import { GuestPages, type Reply, send } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { type LocationForm, LocationForms, type Sent } from './location-forms.js';

const FORM: LocationForm<FoundForm> = {
  name: 'found',
  first: 'surname',
  limit: 'lookup',
  read: readFound,
  page: (frame, state, { token, locationID }) => foundPage(frame, state, { token, lost: `/lost/${locationID}`, searched: false }),
};

/**
 * Finds items for owners without a link (decisions.md, section 12, Finding people). Where a contact is known the link is sent there, and
 * the response is the same as if nothing was found, after the same time.
 */
@GuestPages()
@Controller('found')
export class FoundController {
  constructor(
    private readonly forms: LocationForms,
    private readonly limits: GuestLimits,
    private readonly lookup: Lookup,
    private readonly sending: LinkSending,
    private readonly paths: LinkPaths,
  ) {}

  @Get(':locationID')
  @Produces('text/html')
  async show(@WrittenLocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, await this.forms.show(FORM, locationID, request));
  }

  @Post(':locationID')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/html')
  async find(@WrittenLocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const form = { filled: (request.body ?? {}) as Filled, photo: null };
    send(response, await this.forms.send(FORM, locationID, request, form, (sent) => this.search(locationID, sent)));
  }

  private async search(locationID: string, sent: Sent<FoundForm>): Promise<Reply> {
    const { frame, filled, value, shown } = sent;
    const { surname, departuredDate = null, room = null, reservationNumber = null } = value;
    const given: Identity = { surname, departuredDate, room, reservationNumber };
    const [roomWait, numberWait] = await Promise.all([
      room === null ? null : this.limits.guess('room', locationID, given),
      reservationNumber === null ? null : this.limits.guess('number', locationID, given),
    ]);
    // A number that was guessed too often proves nothing, whatever would be found by it.
    const identity = {
      ...given,
      room: roomWait === null ? room : null,
      reservationNumber: numberWait === null ? reservationNumber : null,
    };
    if (numberWait !== null && !isProven(identity)) throw new RateLimited(numberWait, 'guests');
    const problems = missing(frame.words, identity, sent.isCrowded || roomWait !== null);
    if (problems.size > 0) return { status: 422, page: FORM.page(frame, { filled, problems }, shown) };
    const [only, ...others] = await inSteps(this.answer(sent, identity));
    if (!only) {
      const view = { token: shown.token, lost: `/lost/${locationID}`, searched: true };
      return { page: foundPage(frame, { filled, problems }, view) };
    }
    if (others.length === 0) return { seeOther: this.paths.item(only) + frame.query };
    const choices = [only, ...others].map((row) => ({ path: this.paths.item(row), item: forGuests(row).item }));
    return { page: severalPage(frame, choices) };
  }

  /** Sends the links that are to be sent. @returns the items to open */
  private async answer({ visit }: Sent<FoundForm>, identity: Identity): Promise<ItemRow[]> {
    const { reachable, open } = await this.lookup.find(visit, identity);
    await this.sending.send(visit.caller, reachable);
    return open;
  }
}

/** The fields to be entered too, where one detail is not enough. */
function missing({ problems }: Words, identity: Identity, isMoreNeeded: boolean): Problems {
  if (!isMoreNeeded || isProven(identity)) return new Map();
  const field = identity.departuredDate === null ? 'departuredDate' : 'reservationNumber';
  return new Map([[field, field === 'departuredDate' ? problems.dateToo : problems.numberToo]]);
}
