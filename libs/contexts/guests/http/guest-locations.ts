import { Injectable } from '@nestjs/common';
import { type GuestSettings, LocationGuestSettings } from '#contexts/guest-settings';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import type { Caller } from '#platform/kernel';
import type { GuestLocation } from '../pages/layout.js';

/** The looks of a Location's pages, and its contact for guests (decisions.md, section 12, Looks and law). */
@Injectable()
export class GuestLocations {
  constructor(
    private readonly locations: LocationQueries,
    private readonly settings: LocationGuestSettings,
  ) {}

  /** @throws NotFound when there is no such Location */
  async one(caller: Caller, locationID: string): Promise<GuestLocation> {
    const settings = this.settings.effective(caller.group.id, locationID);
    return branded(...(await Promise.all([this.locations.one(caller, locationID), settings])));
  }

  async of(location: LocationRow): Promise<GuestLocation> {
    return branded(location, await this.settings.effective(location.group_id, location.location_id));
  }
}

function branded(location: LocationRow, settings: GuestSettings): GuestLocation {
  const { displayName, color, logo, website, privacyUrl, imprintUrl } = settings;
  const { countryID } = location.address;
  const branding = { name: displayName ?? location.name, countryID, color, logo, website, privacyUrl, imprintUrl };
  return { location, settings, branding };
}
