import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LanguageQueries, type LanguageRow } from '#contexts/languages';
import type { PageLanguage } from '#contexts/texts';
import { Database } from '#platform/database';
import type { Caller } from '#platform/kernel';
import type { GuestVisit } from '../guard/guest-callers.js';
import type { Frame, GuestLocation } from '../pages/layout.js';
import { accepted, frameOf } from './guest-page.js';

/** Chooses the language of guest pages from the Languages of a Group. */
@Injectable()
export class PageLanguages {
  constructor(
    private readonly database: Database,
    private readonly languages: LanguageQueries,
  ) {}

  /** The code of the Location's default Language, else the Group's; null when neither has one. */
  async defaultOf(caller: Caller, locationID: string): Promise<string | null> {
    return (await this.first(caller, locationID, {}))?.code ?? null;
  }

  /** The ID of the Location's Language that a page's language is: `pt`, else `pt-BR`; null if none is enabled there. */
  async idOf(caller: Caller, locationID: string, language: PageLanguage): Promise<number | null> {
    const { records } = await this.languages.ofLocation(caller, locationID, { page: 1 });
    const [base] = language.split('-');
    const wanted = [language.toLowerCase(), base];
    const exact = records.filter(({ code }) => wanted.includes(code.toLowerCase()));
    const [best] = exact.toSorted((one, other) => other.code.length - one.code.length);
    return (best ?? records.find(({ code }) => code.toLowerCase().startsWith(`${base}-`)))?.id ?? null;
  }

  /** The code of the Language that a Request was made in. */
  async codeOf(caller: Caller, locationID: string, languageID: number | null): Promise<string | null> {
    return languageID === null ? null : ((await this.first(caller, locationID, { languageID }))?.code ?? null);
  }

  /** The frame of a public page: in the visitor's language, else in the Location's. */
  async frameAt(request: Request, { caller, location }: GuestVisit, { branding }: GuestLocation): Promise<Frame> {
    const fallback = await this.defaultOf(caller, location.location_id);
    const frame = frameOf(request, branding, [...accepted(request), fallback]);
    // Its forms and links stay within the frame.
    return request.query.embed === undefined
      ? frame
      : { ...frame, query: frame.query === '' ? '?embed=1' : `${frame.query}&embed=1` };
  }

  private async first(caller: Caller, locationID: string, choice: Parameters<LanguageQueries['resolving']>[2]) {
    const [[row]] = await this.database.lookUp<[LanguageRow]>(this.languages.resolving(caller, locationID, choice));
    return row;
  }
}
