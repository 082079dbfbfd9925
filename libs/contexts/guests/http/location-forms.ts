import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Words } from '#contexts/texts';
import { FormTokens } from '../guard/form-tokens.js';
import { GuestCallers, type GuestPlace } from '../guard/guest-callers.js';
import { GuestLimits } from '../guard/guest-limits.js';
import { EMPTY_FORM, type Filled, type FormState } from '../pages/form.js';
import type { Frame } from '../pages/layout.js';
import type { Read } from './forms.js';
import { type Reply, requestIDOf } from './guest-page.js';
import { PageLanguages } from './page-languages.js';

/** A public form of a Location. */
export interface LocationForm<Value> {
  /** The first segment of its path; its token is valid for this form only. */
  name: 'lost' | 'found';
  /** The field that shows the error for an expired or foreign form. */
  first: string;
  /** The rate limit that each submission counts towards. */
  limit: 'report' | 'lookup';
  read(words: Words, filled: Filled): Read<Value>;
  page(frame: Frame, state: FormState, token: string, locationID: string): string;
}

/** A valid submission and its Location. */
export interface Sent<Value> {
  place: GuestPlace;
  frame: Frame;
  filled: Filled;
  value: Value;
  /** A token for showing the form again. */
  token: string;
}

/** What all public forms share: caller, language, form token and rate limits. */
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
   * Handles a submitted form, or shows it again with its errors.
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

  /** @throws NotFound when the Location does not exist or is deactivated */
  private async open<Value>(form: LocationForm<Value>, locationID: string, request: Request) {
    const place = await this.callers.at(locationID, requestIDOf(request));
    const frame = await this.languages.frameAt(request, place);
    return { place, frame, token: this.tokens.issue(tokenOf(form, locationID)) };
  }
}

function tokenOf({ name }: { name: string }, locationID: string): string {
  return `${name} ${locationID}`;
}
