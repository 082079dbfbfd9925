import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { FormTokens } from '../guard/form-tokens.js';
import { GuestCallers, type GuestPlace } from '../guard/guest-callers.js';
import { GuestLimits } from '../guard/guest-limits.js';
import { EMPTY_FORM, type Filled, type FormState } from '../pages/form.js';
import type { Frame } from '../pages/layout.js';
import type { Words } from '../words/words.js';
import type { Read } from './forms.js';
import { type Reply, requestIDOf } from './guest-page.js';
import { PageLanguages } from './page-languages.js';

/** A form that anybody may open at a Location. */
export interface LocationForm<Value> {
  /** The first part of its path; its token is valid for no other form. */
  name: 'lost' | 'found';
  /** The field that shows that the form is too old or came from elsewhere. */
  first: string;
  /** What each sending of it counts as. */
  limit: 'report' | 'lookup';
  read(words: Words, filled: Filled): Read<Value>;
  page(frame: Frame, state: FormState, token: string, locationID: string): string;
}

/** A form that was filled in rightly, and where. */
export interface Sent<Value> {
  place: GuestPlace;
  frame: Frame;
  filled: Filled;
  value: Value;
  /** A token for showing the form once more. */
  token: string;
}

/** What all forms that anybody may open have in common: who asks, in which language, and what holds strangers back. */
@Injectable()
export class LocationForms {
  constructor(
    private readonly callers: GuestCallers,
    private readonly languages: PageLanguages,
    private readonly tokens: FormTokens,
    private readonly limits: GuestLimits,
  ) {}

  async show<Value>(form: LocationForm<Value>, locationID: string, request: Request): Promise<Reply> {
    const { frame, token } = await this.open(form, locationID, request);
    return { page: form.page(frame, EMPTY_FORM, token, locationID) };
  }

  /**
   * Acts on a form that was sent, or shows what is wrong with it.
   * @throws RateLimited
   */
  async send<Value>(
    form: LocationForm<Value>,
    locationID: string,
    request: Request,
    act: (sent: Sent<Value>) => Promise<Reply>,
  ): Promise<Reply> {
    const { place, frame, token } = await this.open(form, locationID, request);
    const filled = (request.body ?? {}) as Filled;
    const read = form.read(frame.words, filled);
    const problems = read.problems ?? new Map();
    if (!this.tokens.isValid(filled.token, tokenOf(form, locationID))) problems.set(form.first, frame.words.problems.form);
    if (read.problems || problems.size > 0) {
      return { status: 422, page: form.page(frame, { filled, problems }, token, locationID) };
    }
    await this.limits.take(form.limit, request.ip, locationID);
    return act({ place, frame, filled, value: read.value, token });
  }

  /** @throws NotFound when there is no such Location, or it is deactivated */
  private async open<Value>(form: LocationForm<Value>, locationID: string, request: Request) {
    const place = await this.callers.at(locationID, requestIDOf(request));
    const frame = await this.languages.frameAt(request, place);
    return { place, frame, token: this.tokens.issue(tokenOf(form, locationID)) };
  }
}

function tokenOf({ name }: { name: string }, locationID: string): string {
  return `${name} ${locationID}`;
}
