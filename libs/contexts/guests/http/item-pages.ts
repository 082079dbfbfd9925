import { Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import type { GuestLink } from '#contexts/guest-links';
import { ItemQueries, type ItemRow, mayRespond, type OwnerResponse, RecordResponse, storageEnd } from '#contexts/items';
import { LocationQueries } from '#contexts/locations';
import { RequestQueries } from '#contexts/requests';
import { type Caller, Clock, DomainError, NotFound } from '#platform/kernel';
import { confirmPage, sendPage } from '../pages/answer.page.js';
import { EMPTY_FORM, type Filled } from '../pages/form.js';
import { type Answer, itemPage } from '../pages/item.page.js';
import { readAddress } from './forms.js';
import { frameOf, type Reply } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { PageLanguages } from './page-languages.js';

const RESPONSES: Record<Answer, OwnerResponse> = { collect: 'pickup', send: 'ship', leave: 'leave', 'not-mine': 'not-mine' };

/** The pages of an item for its owner: what was found, and the possible answers. */
@Injectable()
export class ItemPages {
  constructor(
    private readonly items: ItemQueries,
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
    const answer = answerOf(step);
    const { frame, item, location, open } = await this.read(request, caller, link);
    if (!open) return { seeOther: home + frame.query };
    const more = answer === 'collect' ? location.storage_after_item_storage_days : 0;
    const until = new Date(storageEnd(item.storage_expires_at, more));
    if (answer !== 'send') return { page: confirmPage(frame, answer, { home, location, until }) };
    const filled = { countryID: item.owner.address?.countryID ?? '' };
    return { page: sendPage(frame, { ...EMPTY_FORM, filled }, { home, name: nameOf(item) }) };
  }

  /** Records the answer and redirects to the status page. */
  async answer(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const answer = answerOf(step);
    const { frame, item } = await this.read(request, caller, link);
    let address = null;
    if (answer === 'send') {
      const filled = (request.body ?? {}) as Filled;
      const form = readAddress(frame.words, filled);
      if (form.problems) {
        return { status: 422, page: sendPage(frame, { filled, problems: form.problems }, { home, name: nameOf(item) }) };
      }
      address = { companyName: null, address2: null, zipCode: null, state: null, ...form.value };
    }
    try {
      await this.commands.execute(new RecordResponse(caller, link.id, RESPONSES[answer], address));
    } catch (error) {
      // Already answered, or too late: the status page says so.
      if (!(error instanceof DomainError && error.kind === 'conflict')) throw error;
    }
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
    const storageExpiresAt = new Date(item.storage_expires_at).toISOString();
    const open = mayRespond({ status: item.status, storageExpiresAt }, this.clock.now().toISOString());
    return { item, location, open, frame: frameOf(request, location.name, wishes) };
  }
}

function answerOf(step: string): Answer {
  if (!Object.hasOwn(RESPONSES, step)) throw new NotFoundException();
  return step as Answer;
}

function nameOf({ owner }: ItemRow): string {
  return [owner.firstName, owner.lastName].filter((name) => name !== null).join(' ');
}
