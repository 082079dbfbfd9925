import { Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import type { GuestLink } from '#contexts/links';
import { allows, DeleteRequest, GiveDetails, RequestQueries, type RequestRow } from '#contexts/requests';
import { type Caller, Clock, NotFound } from '#platform/kernel';
import { Drafts, isInLanguage } from '../guard/drafts.js';
import { EMPTY_FORM, type Filled, type FormState } from '../pages/form.js';
import { type Frame, messagePage } from '../pages/layout.js';
import { requestPage, withdrawPage } from '../pages/request.page.js';
import { forGuests, isFresh } from '../pages/show.js';
import { readAnswer } from './forms.js';
import type { Reply } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { unlessTooLate } from './owner-answers.js';
import { PageFrames } from './page-frames.js';

/** The Request of a page, and the page's frame. */
interface View {
  row: RequestRow;
  frame: Frame;
}

/** The pages of a Request for the guest who made it: its status, answering the staff's question, withdrawing it. */
@Injectable()
export class RequestPages {
  constructor(
    private readonly requests: RequestQueries,
    private readonly frames: PageFrames,
    private readonly paths: LinkPaths,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly drafts: Drafts,
  ) {}

  async show(request: Request, caller: Caller, link: GuestLink): Promise<Reply> {
    const view = await this.read(request, caller, link);
    const isNew = request.query.made !== undefined && isFresh(view.row.created_at, this.clock.now());
    const filled = this.drafts.of(request);
    const problems = filled && !isInLanguage(filled) ? readAnswer(view.frame.words, filled).problems : undefined;
    const state = { filled: filled ?? {}, problems: problems ?? EMPTY_FORM.problems };
    return { status: problems ? 422 : 200, page: await this.page(view, caller, request.path, isNew, state) };
  }

  async ask(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    if (step !== 'withdraw' && step !== 'answer') throw new NotFoundException();
    const { frame, row } = await this.read(request, caller, link);
    if (step === 'answer' || !allows(row.status, 'delete')) return { seeOther: home + frame.query };
    return { page: withdrawPage(frame, home) };
  }

  async answer(request: Request, caller: Caller, link: GuestLink, home: string, step: string): Promise<Reply> {
    const view = await this.read(request, caller, link);
    const { frame } = view;
    if (step === 'withdraw') {
      if (!(await unlessTooLate(this.commands.execute(new DeleteRequest(caller, link.id)))))
        return { seeOther: home + frame.query };
      const { withdrawn: title, withdrawnText: text } = frame.words.request;
      return { page: messagePage({ ...frame, path: home }, { title, text }) };
    }
    if (step !== 'answer') throw new NotFoundException();
    const filled = (request.body ?? {}) as Filled;
    const form = readAnswer(frame.words, filled);
    if (form.problems || isInLanguage(filled)) {
      const seeOther = this.drafts.pathFor(request, home, frame.query, filled);
      if (seeOther !== null) return { seeOther };
      if (!form.problems) return { page: await this.page(view, caller, home, false, { ...EMPTY_FORM, filled }) };
      return { status: 422, page: await this.page(view, caller, home, false, { filled, problems: form.problems }) };
    }
    await unlessTooLate(this.commands.execute(new GiveDetails(caller, link.id, { answer: form.value.answer })));
    return { seeOther: home + frame.query };
  }

  private async page({ frame, row }: View, caller: Caller, home: string, isNew: boolean, state: FormState) {
    const matched = row.status === 'resolved' && row.matched_item_id !== null;
    return requestPage(
      { ...frame, path: home },
      {
        request: row,
        withdrawable: allows(row.status, 'delete'),
        isNew,
        address: row.owner.email === null ? this.paths.addressOf(row) : null,
        itemPath: matched ? await this.paths.toItem(caller, row.matched_item_id!) : null,
        state,
      },
    );
  }

  private async read(request: Request, caller: Caller, link: GuestLink): Promise<View> {
    const row = await this.requests.one(caller, link.id);
    if (row.status === 'anonymized' || !link.isFor([row.owner.email, row.owner.phoneNumber])) throw new NotFound('The Request');
    return { row: forGuests(row), frame: (await this.frames.ofRequest(request, caller, row)).frame };
  }
}
