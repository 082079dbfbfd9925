import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { json, moment } from '#platform/database';
import type { OwnGuestSettings } from '../domain/guest-settings.js';

/** What a Location, or its Group, has set for its guests. It holds no personal data: guests are shown it. */
export const GuestSettingsEntity = defineEntity({
  name: 'GuestSettings',
  tableName: 'guest_settings',
  properties: {
    groupId: ofGroup().primary(),
    /** Empty for the Group's. */
    locationId: p.text().primary(),
    settings: json<Partial<OwnGuestSettings>>(),
    version: p.integer(),
    updatedAt: moment(),
  },
});
