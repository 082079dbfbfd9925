import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LocationGuestSettings } from '#contexts/guest-settings';
import type { Words } from '#contexts/texts';
import { NotFound } from '#platform/kernel';
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
  page(frame: Frame, state: FormState, shown: ShownForm): string;
}

/** What the page of a form needs beside its state. */
export interface ShownForm {
  token: string;
  locationID: string;
  /** Whether the Location has `/found`. */
  hasFound: boolean;
}

/** A valid submission and its Location. */
export interface Sent<Value> {
  place: GuestPlace;
  frame: Frame;
  filled: Filled;
  value: Value;
  /** For showing the form again. */
  shown: ShownForm;
  /** Whether so many have used the form that it may ask for more. */
  isCrowded: boolean;
}

/** What all public forms share: caller, language, form token and rate limits. */
@Injectable()
export class LocationForms {
  constructor(
    private readonly callers: GuestCallers,
    private readonly languages: PageLanguages,
    private readonly tokens: FormTokens,
    private readonly limits: GuestLimits,
    private readonly settings: LocationGuestSettings,
  ) {}

  async show<Value>(form: LocationForm<Value>, locationID: string, request: Request): Promise<Reply> {
    const { frame, shown } = await this.open(form, locationID, request);
    return { page: form.page(frame, EMPTY_FORM, shown) };
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
    const { place, frame, shown } = await this.open(form, locationID, request);
    const filled = (request.body ?? {}) as Filled;
    const read = form.read(frame.words, filled);
    const problems = read.problems ?? new Map();
    if (!this.tokens.isValid(filled.token, tokenOf(form, locationID))) problems.set(form.first, frame.words.problems.form);
    if (read.problems || problems.size > 0) {
      return { status: 422, page: form.page(frame, { filled, problems }, shown) };
    }
    const isCrowded = await this.limits.take(form.limit, request.ip, locationID);
    return act({ place, frame, filled, value: read.value, shown, isCrowded });
  }

  /** @throws NotFound when the Location does not exist, is deactivated, or does without `/found` */
  private async open<Value>(form: LocationForm<Value>, locationID: string, request: Request) {
    const place = await this.callers.at(locationID, requestIDOf(request));
    const [frame, { found: hasFound }] = await Promise.all([
      this.languages.frameAt(request, place),
      this.settings.effective(place.caller.group.id, locationID),
    ]);
    if (form.name === 'found' && !hasFound) throw new NotFound('The page');
    return { place, frame, shown: { token: this.tokens.issue(tokenOf(form, locationID)), locationID, hasFound } };
  }
}

function tokenOf({ name }: { name: string }, locationID: string): string {
  return `${name} ${locationID}`;
}
