import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type GuestSettings, LocationGuestSettings } from '#contexts/guest-settings';
import type { ItemRow } from '#contexts/items';
import { LanguageQueries, type LanguageRow } from '#contexts/languages';
import { LocationQueries, type LocationRow, zoneOf } from '#contexts/locations';
import type { RequestRow } from '#contexts/requests';
import type { PageLanguage } from '#contexts/texts';
import { Database } from '#platform/database';
import { type Caller, closestLanguage } from '#platform/kernel';
import type { GuestVisit } from '../guard/guest-callers.js';
import type { Frame, GuestLocation } from '../pages/layout.js';
import { accepted, frameOf } from './guest-page.js';

/** A page's frame, and the Location that it belongs to. */
export interface Framed {
  frame: Frame;
  guestLocation: GuestLocation;
}

/** Chooses the looks and the language of guest pages (decisions.md, section 12, Looks and law). */
@Injectable()
export class PageFrames {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly settings: LocationGuestSettings,
    private readonly languages: LanguageQueries,
  ) {}

  /** The frame of a public page: in the visitor's language, else in the Location's. */
  async at(request: Request, { caller, location }: GuestVisit): Promise<Framed> {
    const guestLocation = branded(location, await this.settings.effective(location.group_id, location.location_id));
    const fallback = await this.defaultOf(caller, location.location_id);
    const frame = frameOf(request, guestLocation.branding, [...accepted(request), fallback]);
    // Its forms and links stay within the frame.
    const embed = request.query.embed === undefined ? '' : frame.query === '' ? '?embed=1' : '&embed=1';
    return { guestLocation, frame: { ...frame, query: frame.query + embed } };
  }

  /** The frame of an item's pages. A language that it has only by default comes behind those of the browser (decisions.md, section 13). */
  async ofItem(request: Request, caller: Caller, { location_id, language_code: own }: ItemRow): Promise<Framed> {
    const [guestLocation, usual] = await Promise.all([this.location(caller, location_id), this.defaultOf(caller, location_id)]);
    return { guestLocation, frame: frameOf(request, guestLocation.branding, wishesOf(request, own, usual)) };
  }

  /** The frame of a Request's pages, likewise: in the Language that it was made in, else in the browser's, else in the Location's. */
  async ofRequest(request: Request, caller: Caller, { location_id, language_id: languageID }: RequestRow): Promise<Framed> {
    const [guestLocation, own, usual] = await Promise.all([
      this.location(caller, location_id),
      languageID === null ? null : this.codeOf(caller, location_id, { languageID }),
      this.defaultOf(caller, location_id),
    ]);
    return { guestLocation, frame: frameOf(request, guestLocation.branding, wishesOf(request, own, usual)) };
  }

  /** A Location as its guests know it. @throws NotFound when there is no such Location */
  async location(caller: Caller, locationID: string): Promise<GuestLocation> {
    const settings = this.settings.effective(caller.group.id, locationID);
    return branded(...(await Promise.all([this.locations.one(caller, locationID), settings])));
  }

  /**
   * The ID of the Location's Language that a page's language is, best as the browser asks for it: of `pt` the one of `pt-BR`; null if none
   * is enabled there.
   */
  async languageID(request: Request, caller: Caller, locationID: string, language: PageLanguage): Promise<number | null> {
    const { records } = await this.languages.ofLocation(caller, locationID, { page: 1 });
    const codes = records.map(({ code }) => code);
    const asked = accepted(request).filter((tag) => closestLanguage(tag, [language]) !== null);
    const [best] = [...asked, language].flatMap((tag) => closestLanguage(tag, codes) ?? []);
    return records.find(({ code }) => code === best)?.id ?? null;
  }

  /** The code of the Location's default Language, else the Group's; null when neither has one. */
  private defaultOf(caller: Caller, locationID: string): Promise<string | null> {
    return this.codeOf(caller, locationID, {});
  }

  private async codeOf(caller: Caller, locationID: string, choice: { languageID?: number }): Promise<string | null> {
    const [[row]] = await this.database.lookUp<[LanguageRow]>(
      caller.group.id,
      this.languages.resolving(caller, locationID, choice),
    );
    return row?.code ?? null;
  }
}

/** A language that a record has only by default comes behind those of the browser. */
function wishesOf(request: Request, own: string | null, usual: string | null): (string | null)[] {
  return own === null || own === usual ? [...accepted(request), usual] : [own, usual];
}

function branded(location: LocationRow, settings: GuestSettings): GuestLocation {
  const { displayName, color, logo, website, privacyUrl, imprintUrl } = settings;
  const { countryID } = location.address;
  const zone = zoneOf(location);
  const branding = { name: displayName ?? location.name, countryID, zone, color, logo, website, privacyUrl, imprintUrl };
  return { location, settings, branding };
}
