import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import { ItemHistory, ItemQueries, type ItemRow, storageEnd } from '#contexts/items';
import type { GuestLink } from '#contexts/links';
import { type Caller, Clock } from '#platform/kernel';
import { Drafts } from '../guard/drafts.js';
import type { SendView } from '../pages/answer.page.js';
import { type AnswerForAll, collectAllPage, failedPage, findsPage } from '../pages/finds.page.js';
import { type Filled, textOf } from '../pages/form.js';
import type { Answer } from '../pages/item.page.js';
import { forGuests, type GuestAddress } from '../pages/show.js';
import type { Reply } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { offerBefore, SendingOffers } from './offers.js';
import { answersOf, OwnerAnswers } from './owner-answers.js';
import { type Framed, PageFrames } from './page-frames.js';
import { assertOwner, isReachable, presetFor } from './recipients.js';
import { agreedAddress, typedPage } from './sending.js';

const FOR_ALL: readonly AnswerForAll[] = ['collect', 'send'];

/** A find with what its owner may still answer. */
interface Find {
  item: ItemRow;
  answers: readonly Answer[];
}

/** The finds of a page, and the one that its link was made for. */
interface View extends Framed {
  item: ItemRow;
  finds: Find[];
}

/** The page of all finds of one owner at a Location: each leads to its own, and those still open can be answered at once. */
@Injectable()
export class FindsPages {
  constructor(
    private readonly items: ItemQueries,
    private readonly history: ItemHistory,
    private readonly frames: PageFrames,
    private readonly paths: LinkPaths,
    private readonly clock: Clock,
    private readonly answers: OwnerAnswers,
    private readonly drafts: Drafts,
    private readonly offers: SendingOffers,
  ) {}

  async show(request: Request, caller: Caller, link: GuestLink): Promise<Reply> {
    const { frame, finds } = await this.read(request, caller, link);
    const together = FOR_ALL.filter((answer) => finds.filter((find) => isOpen(find, answer)).length > 1);
    return { page: findsPage(frame, this.shown(finds), together) };
  }

  /** The page for one answer to all that still have none. */
  async ask(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const answer = forAll(step);
    const view = await this.read(request, caller, link);
    const { frame, guestLocation, item } = view;
    const finds = view.finds.filter((find) => isOpen(find, answer));
    if (finds.length === 0) return { seeOther: home + frame.query };
    const items = finds.map((find) => find.item.id).join(',');
    if (answer === 'collect') {
      const more = guestLocation.location.storage_after_item_storage_days;
      const kept = finds.map((find) => ({ ...find, until: new Date(storageEnd(find.item.storage_expires_at, more)) }));
      return { page: collectAllPage(frame, { home, guestLocation, finds: kept, items }) };
    }
    const filled = { ...presetFor(item, guestLocation.location), items };
    const shown = formFor(view, finds, home);
    const draft = this.drafts.of(request);
    const agreed =
      draft && (await agreedAddress(this.offers, { frame, guestLocation, items: finds.map((find) => find.item), shown }, draft));
    return agreed && 'reply' in agreed ? agreed.reply : { page: typedPage({ frame, shown }, draft ?? filled) };
  }

  /** Records the answer to those that the form names, one after the other, and says which could not be answered any more. */
  async answer(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const answer = forAll(step);
    const view = await this.read(request, caller, link);
    const { frame } = view;
    const { location } = view.guestLocation;
    const filled = (request.body ?? {}) as Filled;
    const named = textOf(filled, 'items').split(',');
    const finds = view.finds.filter(({ item }) => named.includes(String(item.id)));
    const open = finds.filter((find) => isOpen(find, answer));
    let to: GuestAddress | null = null;
    if (answer === 'send' && open.length > 0) {
      const items = open.map((find) => find.item);
      const agreed = await agreedAddress(
        this.offers,
        { frame, guestLocation: view.guestLocation, items, shown: formFor(view, open, home) },
        filled,
      );
      if ('reply' in agreed) {
        const seeOther = this.drafts.pathFor(request, request.path, frame.query, filled);
        return seeOther === null ? agreed.reply : { seeOther };
      }
      to = agreed.to;
    }
    const failed: Find[] = [];
    for (const find of finds) {
      const read = { item: find.item, location };
      if (open.includes(find)) await this.answers.keepLanguage(request, frame, read);
      const isRecorded = open.includes(find) && (await this.answers.record(caller, read, answer, to));
      if (!isRecorded) failed.push(find);
    }
    if (failed.length === 0) return { seeOther: home + frame.query };
    return { status: 409, page: failedPage({ ...frame, path: home }, this.shown(failed), home) };
  }

  private shown(finds: readonly Find[]) {
    return finds.map(({ item }) => ({ item, path: this.paths.item(item) }));
  }

  private async read(request: Request, caller: Caller, link: GuestLink): Promise<View> {
    const item = await this.items.one(caller, link.id);
    assertOwner(link, item);
    const [{ frame, guestLocation }, rows] = await Promise.all([
      this.frames.ofItem(request, caller, item),
      this.items.ofOwner(caller, item),
    ]);
    const at = this.clock.now().toISOString();
    const finds = rows.map(async (row) => {
      return { item: forGuests(row), answers: answersOf(row, guestLocation.location, await this.history.stateOf(row), at) };
    });
    return { frame, guestLocation, item, finds: await Promise.all(finds) };
  }
}

/** The content of the form for the one address. */
function formFor({ frame, guestLocation, item }: View, finds: readonly Find[], home: string): SendView {
  const offered = finds.map((find) => ({ item: find.item, offer: offerBefore(frame, find.item, guestLocation.location) }));
  return { home, reachable: isReachable(item), offer: null, finds: offered };
}

function forAll(step: string): AnswerForAll {
  const answer = FOR_ALL.find((one) => one === step);
  if (answer === undefined) throw new NotFoundException();
  return answer;
}

/** Whether its owner has not answered it, and may answer so. */
function isOpen({ answers }: Find, answer: AnswerForAll): boolean {
  return answers.includes('not-mine') && answers.includes(answer);
}
