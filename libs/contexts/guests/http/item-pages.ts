import { Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { ItemHistory, ItemQueries, type ItemRow, itemAllows, storageEnd, TakeBackAnswer } from '#contexts/items';
import { type GuestLink, GuestLinks } from '#contexts/links';
import { GuestPayments, type Led } from '#contexts/payments';
import { RequestQueries } from '#contexts/requests';
import { type Caller, Clock, isPageUrl } from '#platform/kernel';
import { Drafts } from '../guard/drafts.js';
import { confirmPage } from '../pages/answer.page.js';
import { calendarFile } from '../pages/calendar.js';
import type { Filled } from '../pages/form.js';
import { type Answer, itemPage } from '../pages/item.page.js';
import type { Frame, GuestLocation } from '../pages/layout.js';
import { forGuests, type GuestAddress } from '../pages/show.js';
import type { Reply } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { offerBefore, SendingOffers } from './offers.js';
import { answersOf, isAnswer, OwnerAnswers, unlessTooLate } from './owner-answers.js';
import { PageFrames } from './page-frames.js';
import { assertOwner, isReachable, presetFor } from './recipients.js';
import { agreedAddress, typedPage } from './sending.js';

/** The step that takes back “leave it”. */
const TAKE_BACK = 'take-back';
/** The step that leads to where the shipment is paid. */
const PAY = 'pay';
/** The file for the calendar of who collects. */
const CALENDAR = 'calendar';

/** The pages of an item for its owner: what was found, and the possible answers. */
@Injectable()
export class ItemPages {
  constructor(
    private readonly items: ItemQueries,
    private readonly history: ItemHistory,
    private readonly frames: PageFrames,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly requests: RequestQueries,
    private readonly paths: LinkPaths,
    private readonly links: GuestLinks,
    private readonly answers: OwnerAnswers,
    private readonly drafts: Drafts,
    private readonly payments: GuestPayments,
    private readonly offers: SendingOffers,
  ) {}

  async show(request: Request, caller: Caller, link: GuestLink): Promise<Reply> {
    const [view, reached] = await Promise.all([this.read(request, caller, link), this.history.reached(caller, link.id)]);
    const { formsTo } = view;
    return { page: itemPage(view.frame, { ...view, led: ledIn(request), reached, now: this.clock.now() }), formsTo };
  }

  /** The page for one answer; redirects to the status page if the item can no longer be answered. */
  async ask(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const { frame, item, guestLocation, answers, offer, formsTo } = await this.read(request, caller, link);
    const { location } = guestLocation;
    if (step === CALENDAR) return this.calendar(frame, item, guestLocation, this.links.pageAt(home));
    if (step === TAKE_BACK || step === PAY) return { seeOther: home + frame.query };
    const answer = answerOf(step);
    if (!answers.includes(answer)) return { seeOther: home + frame.query };
    const more = answer === 'collect' ? location.storage_after_item_storage_days : 0;
    const until = new Date(storageEnd(item.storage_expires_at, more));
    if (answer !== 'send') return { page: confirmPage(frame, answer, { home, item, guestLocation, until }) };
    const filled = presetFor(item, location);
    const shown = { home, reachable: isReachable(item), offer };
    const draft = this.drafts.of(request);
    const agreed = draft && (await agreedAddress(this.offers, { frame, guestLocation, items: [item], shown }, draft));
    const reply = agreed && 'reply' in agreed ? agreed.reply : { page: typedPage({ frame, shown }, draft ?? filled) };
    return { ...reply, formsTo };
  }

  /** Records the answer and redirects to the status page. */
  async answer(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const view = await this.read(request, caller, link);
    const { frame, item, guestLocation, offer, formsTo } = view;
    const { location } = guestLocation;
    if (step === PAY) return this.pay(view, caller, item, home);
    await this.answers.keepLanguage(request, frame, { item, location });
    if (step === TAKE_BACK) {
      await unlessTooLate(this.commands.execute(new TakeBackAnswer(caller, link.id)));
      return { seeOther: home + frame.query };
    }
    const answer = answerOf(step);
    let to: GuestAddress | null = null;
    if (answer === 'send') {
      const shown = { home, reachable: isReachable(item), offer };
      const filled = (request.body ?? {}) as Filled;
      const agreed = await agreedAddress(this.offers, { frame, guestLocation, items: [item], shown }, filled);
      if ('reply' in agreed) {
        const seeOther = this.drafts.pathFor(request, request.path, frame.query, filled);
        return seeOther === null ? { ...agreed.reply, formsTo } : { seeOther };
      }
      to = agreed.to;
    }
    await this.answers.record(caller, { item, location }, answer, to);
    if (answer === 'send') return this.pay(view, caller, await this.items.one(caller, link.id), home);
    const next = answer === 'not-mine' && item.request_id !== null ? await this.requestOf(caller, link, item.request_id) : null;
    return { seeOther: (next ?? home) + frame.query };
  }

  /** Leads to the page of the provider where there is something to pay; to the own page where there is not, or it does not answer. */
  private async pay({ frame, guestLocation, connection }: View, cause: Caller, item: ItemRow, home: string): Promise<Reply> {
    if (!connection || item.payment?.paymentStatus !== 'open') return { seeOther: home + frame.query };
    const back = (how: Led['to']) => `${home}${frame.query}${frame.query === '' ? '?' : '&'}payment=${how}`;
    const led = await this.payments.lead(connection, {
      cause,
      item,
      description: `${guestLocation.branding.name}: ${frame.words.shipment.price}`,
      home: this.links.pageAt(home + frame.query),
      returnUrl: this.links.pageAt(back('waiting')),
      language: frame.language,
    });
    return { seeOther: led.to === 'there' ? led.url : back(led.to) };
  }

  /** @throws NotFoundException when the item is not waiting to be collected */
  private calendar(frame: Frame, item: ItemRow, guestLocation: GuestLocation, url: string): Reply {
    if (item.status !== 'pickup-by-guest') throw new NotFoundException();
    const uid = `item-${item.group_id}-${item.id}@${new URL(url, 'http://localhost').host}`;
    const until = new Date(item.storage_expires_at);
    const file = calendarFile(frame, { uid, item: item.item, guestLocation, until, now: this.clock.now(), url });
    return { file, type: 'text/calendar', name: 'collect.ics' };
  }

  /** The page of the guest's own Request: the item, which is not theirs, has no page for them any more. */
  private async requestOf(caller: Caller, link: GuestLink, requestID: number): Promise<string | null> {
    const request = await this.requests.one(caller, requestID);
    return link.isFor([request.owner.email, request.owner.phoneNumber]) ? this.paths.request(request) : null;
  }

  private async read(request: Request, caller: Caller, link: GuestLink) {
    const item = forGuests(await this.items.one(caller, link.id));
    assertOwner(link, item);
    const [{ frame, guestLocation }, state, connection] = await Promise.all([
      this.frames.ofItem(request, caller, item),
      this.history.stateOf(item),
      this.payments.covering(item.group_id, item.location_id),
    ]);
    const { location } = guestLocation;
    const at = this.clock.now().toISOString();
    const answers = answersOf(item, location, state, at);
    const offer = answers.includes('send') ? offerBefore(frame, item, location) : null;
    const url = item.payment?.url ?? null;
    // The owner's own page stands there until staff give a link.
    const payAt = url === null || this.links.isLink(url) || !isPageUrl(url) ? null : url;
    const formsTo = connection && this.payments.destinationsOf(connection);
    const mayTakeBack = itemAllows(state, 'take back', at);
    return { item, guestLocation, answers, mayTakeBack, frame, offer, payAt, connection, hasPage: connection !== null, formsTo };
  }
}

type View = Awaited<ReturnType<ItemPages['read']>>;

/** The way in which a guest comes back from paying, or did not get there; null where neither is so. */
function ledIn({ query }: Request): 'waiting' | 'away' | null {
  return query.payment === 'waiting' || query.payment === 'away' ? query.payment : null;
}

function answerOf(step: string): Answer {
  if (!isAnswer(step)) throw new NotFoundException();
  return step;
}
