import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '#platform/kernel';
import { Keyring, SealedTokens } from '#platform/secrets';
import type { Filled } from '../pages/form.js';

const HOUR = 60 * 60 * 1000;
/** Characters of a draft in an address, which proxies and browsers take. */
const MOST = 3500;

/** The button of a language in a form: its value is not part of what was typed. */
export const IN_LANGUAGE = 'language';

/**
 * The words that a guest has typed, sealed into the address of the form's page: they are shown again in another language, and with their
 * errors by a page that can be gone back to, without a script, a cookie or a row (docs/adr/0014-guest-pages.md).
 */
@Injectable()
export class Drafts {
  private readonly tokens: SealedTokens;

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.tokens = new SealedTokens(keyring, 'guest-draft');
  }

  /**
   * Where a browser is led that sent a form which is shown again, with the query of the page; null where the form is shown as the answer:
   * to programs, and where it is too long for an address.
   */
  pathFor(request: Request, path: string, query: string, filled: Filled): string | null {
    const isAsked = filled[IN_LANGUAGE] !== undefined;
    if (!isAsked && request.get('sec-fetch-mode') !== 'navigate') return null;
    const draft = this.tokens.make(JSON.stringify([this.clock.now().getTime(), path, filled]));
    return draft.length > MOST ? null : `${path}${query === '' ? '?' : `${query}&`}draft=${draft}`;
  }

  /** The words typed into the form of the path within the last hour; null without a draft. */
  of({ query: { draft }, path }: Request): Filled | null {
    const content = typeof draft === 'string' ? this.tokens.open(draft) : null;
    if (content === null) return null;
    const [at, of, filled] = JSON.parse(content.toString()) as [number, string, Filled];
    return of === path && this.clock.now().getTime() - at < HOUR ? filled : null;
  }
}

/** Whether only the language was to be changed: then nothing is judged yet. */
export function isInLanguage(filled: Filled): boolean {
  return filled[IN_LANGUAGE] !== undefined;
}
