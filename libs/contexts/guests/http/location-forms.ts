import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Words } from '#contexts/texts';
import type { CleanImage } from '#platform/images';
import { Clock, NotFound } from '#platform/kernel';
import { Drafts, isInLanguage } from '../guard/drafts.js';
import { FormTokens } from '../guard/form-tokens.js';
import { GuestCallers, type GuestVisit } from '../guard/guest-callers.js';
import { GuestLimits } from '../guard/guest-limits.js';
import { EMPTY_FORM, type Filled, type FormState, type Problems } from '../pages/form.js';
import type { Frame, GuestLocation } from '../pages/layout.js';
import type { Read, Situation } from './forms.js';
import { type Reply, requestIDOf } from './guest-page.js';
import type { Openness } from './headers.js';
import { PageFrames } from './page-frames.js';
import type { PhotoProblem, SentForm } from './photo-forms.js';

/** A public form of a Location. */
export interface LocationForm<Value> {
  /** The first segment of its path; its token is valid for this form only. */
  name: 'lost' | 'found';
  /** The field that shows the error for an expired or foreign form. */
  first: string;
  /** The rate limit that each submission counts towards. */
  limit: 'report' | 'lookup';
  read(words: Words, filled: Filled, situation: Situation): Read<Value>;
  page(frame: Frame, state: FormState, shown: ShownForm): string;
}

/** The parts of a form's page beside its state. */
export interface ShownForm {
  token: string;
  locationID: string;
  /** Whether the Location has `/found`. */
  hasFound: boolean;
  /** Whether search engines may list it. */
  indexed: boolean;
  /** Whether it is shown within a page of the hotel's own site. */
  embedded: boolean;
}

/** A valid submission and its Location. */
export interface Sent<Value> {
  visit: GuestVisit;
  frame: Frame;
  filled: Filled;
  value: Value;
  /** The photo in it; null without one. */
  image: CleanImage | null;
  /** For showing the form again. */
  shown: ShownForm;
  /** Whether the form was used so often that it may ask for more. */
  isCrowded: boolean;
}

/** The parts shared by all public forms: caller, language, form token and rate limits. */
@Injectable()
export class LocationForms {
  constructor(
    private readonly callers: GuestCallers,
    private readonly frames: PageFrames,
    private readonly tokens: FormTokens,
    private readonly limits: GuestLimits,
    private readonly clock: Clock,
    private readonly drafts: Drafts,
  ) {}

  async show<Value>(form: LocationForm<Value>, locationID: string, request: Request): Promise<Reply> {
    const { visit, frame, shown, guestLocation } = await this.open(form, locationID, request);
    const filled = this.drafts.of(request);
    const problems =
      filled && !isInLanguage(filled) ? form.read(frame.words, filled, this.situationOf(visit)).problems : undefined;
    const state = { filled: filled ?? {}, problems: problems ?? EMPTY_FORM.problems };
    return { status: problems ? 422 : 200, page: form.page(frame, state, shown), ...openness(guestLocation, shown) };
  }

  /**
   * Handles a submitted form, or shows it again with its errors; a photo then has to be chosen again, as browsers keep no files.
   * @throws RateLimited
   */
  async send<Value>(
    form: LocationForm<Value>,
    locationID: string,
    request: Request,
    { filled, photo }: SentForm,
    act: (sent: Sent<Value>) => Promise<Reply>,
  ): Promise<Reply> {
    const { visit, frame, shown, guestLocation } = await this.open(form, locationID, request);
    const again = (problems: Problems) => {
      return { status: 422, page: form.page(frame, { filled, problems }, shown), ...openness(guestLocation, shown) };
    };
    const led = () => this.drafts.pathFor(request, request.path, frame.query, filled);
    if (isInLanguage(filled)) {
      const seeOther = led();
      if (seeOther !== null) return { seeOther };
      return { page: form.page(frame, { ...EMPTY_FORM, filled }, shown), ...openness(guestLocation, shown) };
    }
    const read = form.read(frame.words, filled, this.situationOf(visit));
    const problems: Problems = read.problems ?? new Map();
    if (!this.tokens.isValid(filled.token, tokenOf(form, locationID))) problems.set(form.first, frame.words.problems.form);
    const { photoSize, photoAgain } = frame.words.problems;
    if (photo === 'too large') return again(problems.set('photo', photoSize));
    const seeOther = read.problems && photo === null ? led() : null;
    if (seeOther !== null) return { seeOther };
    if (read.problems || problems.size > 0) return again(photo === null ? problems : problems.set('photo', photoAgain));
    const image = photo && (await photo());
    if (typeof image === 'string') return again(new Map([['photo', frame.words.problems[PHOTO_TEXTS[image]]]]));
    const isCrowded = await this.limits.take(form.limit, request.ip, locationID);
    const reply = await act({ visit, frame, filled, value: read.value, image, shown, isCrowded });
    return 'page' in reply ? { ...reply, ...openness(guestLocation, { ...shown, indexed: false }) } : reply;
  }

  private situationOf({ location }: GuestVisit): Situation {
    return { countryID: location.address.countryID, now: this.clock.now() };
  }

  /** @throws NotFound when the Location does not exist, is deactivated, or does without `/found` */
  private async open<Value>(form: LocationForm<Value>, locationID: string, request: Request) {
    const visit = await this.callers.at(locationID, requestIDOf(request));
    const { frame, guestLocation } = await this.frames.at(request, visit);
    const { found: hasFound, indexed } = guestLocation.settings;
    if (form.name === 'found' && !hasFound) throw new NotFound('The page');
    const token = this.tokens.issue(tokenOf(form, locationID));
    const embedded = form.name === 'lost' && request.query.embed !== undefined;
    const isListed = form.name === 'lost' && indexed && !embedded;
    return { visit, guestLocation, frame, shown: { token, locationID, hasFound, indexed: isListed, embedded } };
  }
}

/** The words that a page has for a photo. */
export const PHOTO_TEXTS = {
  unknown: 'photoType',
  heic: 'photoHeic',
  damaged: 'photoDamaged',
  pixels: 'photoPixels',
  later: 'photoLater',
} as const satisfies Record<PhotoProblem, string>;

/** Within which site a page may be shown, and whether search engines may list it. */
function openness({ settings: { website } }: GuestLocation, { indexed, embedded }: ShownForm): Openness {
  return { indexed, framedBy: embedded && website !== null ? new URL(website).origin : null };
}

function tokenOf({ name }: { name: string }, locationID: string): string {
  return `${name} ${locationID}`;
}
