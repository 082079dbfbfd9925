import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import type { GuestLink } from '#contexts/guest-links';
import { ItemHistory, ItemQueries, storageEnd } from '#contexts/items';
import { type Caller, Clock, NotFound } from '#platform/kernel';
import { sendPage } from '../pages/answer.page.js';
import { type AnswerForAll, collectAllPage, failedPage, findsPage } from '../pages/finds.page.js';
import { EMPTY_FORM, type Filled, textOf } from '../pages/form.js';
import type { GuestAddress } from '../pages/show.js';
import { type Find, sendingOf, sendingTogether, type View } from './finds-sending.js';
import { GuestLocations } from './guest-locations.js';
import { destinedFor, frameOf, type Reply, wishesFor } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { answersOf, OwnerAnswers } from './owner-answers.js';
import { PageLanguages } from './page-languages.js';
import { presetFor } from './recipients.js';

const FOR_ALL: readonly AnswerForAll[] = ['collect', 'send'];

/** The page of all finds of one owner at a Location: each leads to its own, and those still open can be answered at once. */
@Injectable()
export class FindsPages {
  constructor(
    private readonly items: ItemQueries,
    private readonly history: ItemHistory,
    private readonly languages: PageLanguages,
    private readonly paths: LinkPaths,
    private readonly guestLocations: GuestLocations,
    private readonly clock: Clock,
    private readonly answers: OwnerAnswers,
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
    const form = { ...EMPTY_FORM, filled };
    return { page: sendPage(destinedFor(frame, filled.countryID), form, sendingOf(view, finds, home)) };
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
      const agreed = sendingTogether(view, open, filled, home);
      if ('reply' in agreed) return agreed.reply;
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

  /** @throws NotFound when the owner of the item that the link was made for has another contact by now */
  private async read(request: Request, caller: Caller, link: GuestLink): Promise<View> {
    const item = await this.items.one(caller, link.id);
    const { contactEmail, phoneNumber } = item.owner;
    if (item.status === 'anonymized' || !link.isFor([contactEmail, phoneNumber])) throw new NotFound('The item');
    const [guestLocation, fallback, rows] = await Promise.all([
      this.guestLocations.one(caller, item.location_id),
      this.languages.defaultOf(caller, item.location_id),
      this.items.ofOwner(caller, item),
    ]);
    const frame = frameOf(request, guestLocation.branding, wishesFor(request, item.language_code, fallback));
    const at = this.clock.now().toISOString();
    const finds = rows.map(async (row) => {
      return { item: row, answers: answersOf(row, guestLocation.location, await this.history.stateOf(row), at) };
    });
    return { frame, guestLocation, item, finds: await Promise.all(finds) };
  }
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
