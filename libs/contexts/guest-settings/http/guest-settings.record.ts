import { ApiProperty } from '@nestjs/swagger';
import { fieldNames, recordOf, Shown } from '#platform/http';
import type { OwnGuestSettings } from '../domain/guest-settings.js';
import { GuestPickupRequest, GuestSettingsRequest } from './guest-settings.requests.js';

const LOGO = 'https://lost.example.com/images/1-logo1-9f52b6d3a4c04a688d0f0c4e1f6d2a11.png';

class GuestPickupRecord extends recordOf(GuestPickupRequest) {}

/** A Location's appearance to guests, and its messages to them. null is inherited: from the Group by a Location. */
export class GuestSettingsRecord extends recordOf(GuestSettingsRequest, {
  first: ['displayName', 'color', 'logo'],
  parts: { pickup: GuestPickupRecord },
}) {
  static readonly versioned = true;
  @ApiProperty({ type: String, nullable: true, example: LOGO, description: 'URL of the logo' }) logo!: string | null;
  @Shown(GuestPickupRecord, 'Where and when guests collect', undefined, { nullable: false })
  declare pickup: GuestPickupRecord;
}

const FIELDS = fieldNames(GuestSettingsRecord) as (keyof GuestSettingsRecord)[];

export function guestSettingsRecord(settings: OwnGuestSettings): GuestSettingsRecord {
  return Object.fromEntries(FIELDS.map((field) => [field, settings[field]])) as unknown as GuestSettingsRecord;
}
