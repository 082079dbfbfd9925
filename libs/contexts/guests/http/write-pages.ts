import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ItemQueries } from '#contexts/items';
import type { GuestLink } from '#contexts/links';
import { Replies } from '#contexts/messages';
import { RequestQueries } from '#contexts/requests';
import type { CleanImage } from '#platform/images';
import { type Caller, NotFound } from '#platform/kernel';
import { Drafts, isInLanguage } from '../guard/drafts.js';
import { GuestLimits } from '../guard/guest-limits.js';
import { EMPTY_FORM, type FormState, textOf } from '../pages/form.js';
import type { Frame } from '../pages/layout.js';
import { writePage, writtenPage } from '../pages/write.page.js';
import { readWriting } from './forms.js';
import type { Reply } from './guest-page.js';
import { PHOTO_TEXTS } from './location-forms.js';
import { PageFrames } from './page-frames.js';
import type { SentForm } from './photo-forms.js';
import { assertOwner } from './recipients.js';

/** The record that is written about, and its guest's contact; null without one. */
interface View {
  frame: Frame;
  record: 'item' | 'request';
  locationID: string;
  contact: string | null;
}

/** “Write to us”, on the page of an item or Request (decisions.md, section 14, Replies): it arrives as a mail's answer does. */
@Injectable()
export class WritePages {
  constructor(
    private readonly items: ItemQueries,
    private readonly requests: RequestQueries,
    private readonly frames: PageFrames,
    private readonly replies: Replies,
    private readonly drafts: Drafts,
    private readonly limits: GuestLimits,
  ) {}

  async ask(request: Request, caller: Caller, link: GuestLink, home: string): Promise<Reply> {
    const { frame } = await this.read(request, caller, link);
    if (request.query.sent !== undefined) return { page: writtenPage(frame, home) };
    return { page: pageOf(frame, home, { ...EMPTY_FORM, filled: this.drafts.of(request) ?? {} }) };
  }

  /** Takes what was written, or shows the form again; a photo then has to be chosen again, as browsers keep no files. */
  async send(request: Request, caller: Caller, link: GuestLink, home: string, { filled, photo }: SentForm): Promise<Reply> {
    const { frame, ...view } = await this.read(request, caller, link);
    const again = (problems: FormState['problems']) => ({ status: 422, page: pageOf(frame, home, { filled, problems }) });
    if (isInLanguage(filled)) {
      const seeOther = this.drafts.pathFor(request, request.path, frame.query, filled);
      return seeOther === null ? { page: pageOf(frame, home, { ...EMPTY_FORM, filled }) } : { seeOther };
    }
    const { value, problems } = readWriting(frame.words, filled);
    const { photoSize, photoAgain } = frame.words.problems;
    if (photo === 'too large') return again(new Map(problems).set('photo', photoSize));
    if (problems) return again(photo === null ? problems : problems.set('photo', photoAgain));
    const image = photo && (await photo());
    if (typeof image === 'string') return again(new Map([['photo', frame.words.problems[PHOTO_TEXTS[image]]]]));
    await this.limits.take('write', request.ip);
    const about = { groupID: caller.group.id, record: view.record, id: link.id };
    const { text } = value;
    const said = { from: view.contact, text, image, key: keyOf(link, textOf(filled, 'once'), text, image) };
    await this.replies.write(about, view.locationID, said);
    return { seeOther: `${home}/write${frame.query === '' ? '?sent' : `${frame.query}&sent`}` };
  }

  private async read(request: Request, caller: Caller, link: GuestLink): Promise<View> {
    if (link.kind === 'request') {
      const row = await this.requests.one(caller, link.id);
      const { email, phoneNumber } = row.owner;
      if (row.status === 'anonymized' || !link.isFor([email, phoneNumber])) throw new NotFound('The Request');
      const { frame } = await this.frames.ofRequest(request, caller, row);
      return { frame, record: 'request', locationID: row.location_id, contact: email ?? phoneNumber };
    }
    const item = await this.items.one(caller, link.id);
    assertOwner(link, item);
    const { frame } = await this.frames.ofItem(request, caller, item);
    const { contactEmail, phoneNumber } = item.owner;
    return { frame, record: 'item', locationID: item.location_id, contact: contactEmail ?? phoneNumber };
  }
}

/** A page that is sent twice, by a double tap or reload, is one message. */
function keyOf({ kind, id }: GuestLink, once: string, text: string, image: CleanImage | null): Buffer {
  if (once === '') return randomBytes(32);
  return createHash('sha256')
    .update(`page/${kind}/${id}/${once}/${text}/`)
    .update(image?.bytes ?? '')
    .digest();
}

const pageOf = (frame: Frame, home: string, state: FormState) =>
  writePage(frame, state, { home, once: textOf(state.filled, 'once') || randomBytes(16).toString('base64url') });
