import { Injectable } from '@nestjs/common';
import { LocationGuestSettings } from '#contexts/guest-settings';
import type { LocationRow } from '#contexts/locations';
import type { GuestLocation } from '../pages/layout.js';

/** What the pages of a Location look like, and where its guests turn to (decisions.md, section 12, Looks and law). */
@Injectable()
export class GuestLocations {
  constructor(private readonly settings: LocationGuestSettings) {}

  async of(location: LocationRow): Promise<GuestLocation> {
    const settings = await this.settings.effective(location.group_id, location.location_id);
    const { displayName, color, logo, website, privacyUrl, imprintUrl } = settings;
    const branding = { name: displayName ?? location.name, color, logo, website, privacyUrl, imprintUrl };
    return { location, settings, branding };
  }
}
