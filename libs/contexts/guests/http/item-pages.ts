import { Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import type { GuestLink } from '#contexts/guest-links';
import {
  ItemHistory,
  ItemQueries,
  type ItemRow,
  mayAnswer,
  mayTakeBack,
  type OwnerResponse,
  RecordResponse,
  storageEnd,
  TakeBackAnswer,
} from '#contexts/items';
import { LocationQueries, type LocationRow, NO_RATES, rateFor, shipsAnywhere } from '#contexts/locations';
import { RequestQueries } from '#contexts/requests';
import { type Caller, Clock, DomainError, NotFound } from '#platform/kernel';
import { confirmPage, pricePage, sendPage } from '../pages/answer.page.js';
import { EMPTY_FORM, type Filled } from '../pages/form.js';
import { type Answer, itemPage } from '../pages/item.page.js';
import type { Frame } from '../pages/layout.js';
import { money } from '../pages/show.js';
import { readAddress } from './forms.js';
import { frameOf, type Reply } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { PageLanguages } from './page-languages.js';

/** The step that takes back “leave it”. */
const TAKE_BACK = 'take-back';

const RESPONSES: Record<Answer, OwnerResponse> = { collect: 'pickup', send: 'ship', leave: 'leave', 'not-mine': 'not-mine' };

/** The pages of an item for its owner: what was found, and the possible answers. */
@Injectable()
export class ItemPages {
  constructor(
    private readonly items: ItemQueries,
    private readonly history: ItemHistory,
    private readonly locations: LocationQueries,
    private readonly languages: PageLanguages,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly requests: RequestQueries,
    private readonly paths: LinkPaths,
  ) {}

  async show(request: Request, caller: Caller, link: GuestLink): Promise<Reply> {
    const view = await this.read(request, caller, link);
    return { page: itemPage(view.frame, view) };
  }

  /** The page for one answer; redirects to the status page if the item can no longer be answered. */
  async ask(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const { frame, item, location, answers } = await this.read(request, caller, link);
    if (step === TAKE_BACK) return { seeOther: home + frame.query };
    const answer = answerOf(step);
    if (!answers.includes(answer)) return { seeOther: home + frame.query };
    const more = answer === 'collect' ? location.storage_after_item_storage_days : 0;
    const until = new Date(storageEnd(item.storage_expires_at, more));
    if (answer !== 'send') return { page: confirmPage(frame, answer, { home, location, until }) };
    const filled = { countryID: item.owner.address?.countryID ?? '', recipient: nameOf(item) };
    return { page: sendPage(frame, { ...EMPTY_FORM, filled }, { home, reachable: isReachable(item) }) };
  }

  /** Records the answer and redirects to the status page. */
  async answer(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const { frame, item, location } = await this.read(request, caller, link);
    if (step === TAKE_BACK) {
      await unlessTooLate(this.commands.execute(new TakeBackAnswer(caller, link.id)));
      return { seeOther: home + frame.query };
    }
    const answer = answerOf(step);
    let address = null;
    if (answer === 'send') {
      const filled = (request.body ?? {}) as Filled;
      const form = readAddress(frame.words, filled, isReachable(item));
      if (form.problems) {
        return {
          status: 422,
          page: sendPage(frame, { filled, problems: form.problems }, { home, reachable: isReachable(item) }),
        };
      }
      const isShipped =
        (location.shipping ?? NO_RATES).rates.length === 0 || rateOf(item, location, form.value.countryID) !== null;
      if (!isShipped) {
        const problems = new Map([['countryID', frame.words.problems.invalid]]);
        return { status: 422, page: sendPage(frame, { filled, problems }, { home, reachable: isReachable(item) }) };
      }
      const offer = offerFor(frame, item, location, form.value.countryID);
      if (offer && filled.price !== offer.price) return { page: pricePage(frame, filled, offer, home) };
      address = { companyName: null, address2: null, zipCode: null, state: null, phoneNumber: null, ...form.value };
    }
    await unlessTooLate(this.commands.execute(new RecordResponse(caller, link.id, RESPONSES[answer], address)));
    const next = answer === 'not-mine' && item.request_id !== null ? await this.requestOf(caller, link, item.request_id) : null;
    return { seeOther: (next ?? home) + frame.query };
  }

  /** The page of the guest's own Request: the item, which is not theirs, has no page for them any more. */
  private async requestOf(caller: Caller, link: GuestLink, requestID: number): Promise<string | null> {
    const request = await this.requests.one(caller, requestID);
    return link.isFor([request.owner.email, request.owner.phoneNumber]) ? this.paths.request(request) : null;
  }

  private async read(request: Request, caller: Caller, link: GuestLink) {
    const item = await this.items.one(caller, link.id);
    const { contactEmail, phoneNumber } = item.owner;
    if (item.status === 'anonymized' || !link.isFor([contactEmail, phoneNumber])) throw new NotFound('The item');
    const location = await this.locations.one(caller, item.location_id);
    const wishes = [item.language_code, await this.languages.defaultOf(caller, item.location_id)];
    const [state, at] = [await this.history.stateOf(caller, link.id), this.clock.now().toISOString()];
    const answers = (Object.keys(RESPONSES) as Answer[]).filter((answer) => mayAnswer(RESPONSES[answer], state, at));
    const ships = shipsAnywhere(location.shipping ?? NO_RATES, item.shipping.weight?.ID ?? null);
    const offered = ships ? answers : answers.filter((answer) => answer !== 'send');
    return {
      item,
      location,
      answers: offered,
      mayTakeBack: mayTakeBack(state, at),
      frame: frameOf(request, location.name, wishes),
    };
  }
}

function answerOf(step: string): Answer {
  if (!Object.hasOwn(RESPONSES, step)) throw new NotFoundException();
  return step as Answer;
}

function nameOf({ owner }: ItemRow): string {
  return [owner.firstName, owner.lastName].filter((name) => name !== null).join(' ');
}

function isReachable({ owner }: ItemRow): boolean {
  return owner.contactEmail !== null || owner.phoneNumber !== null;
}

function rateOf({ shipping: { weight } }: ItemRow, { shipping }: LocationRow, countryID: string) {
  return shipping && rateFor(shipping, countryID, weight?.ID ?? null);
}

/** Price and days as shown to the owner; null where the Location has no rates, or none fits. */
function offerFor({ language }: Frame, item: ItemRow, location: LocationRow, countryID: string) {
  const { shipping } = location;
  const rate = rateOf(item, location, countryID);
  if (!rate || !shipping?.currency) return null;
  const isFree = shipping.paidBy === 'location' || rate.price === 0;
  return { price: isFree ? '' : money(language, rate.price, shipping.currency), days: rate.days };
}

/** Already answered, or too late: the status page says so. */
async function unlessTooLate(answered: Promise<unknown>): Promise<void> {
  try {
    await answered;
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === 'conflict')) throw error;
  }
}
