import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { json, moment } from '#platform/database';
import type { OwnGuestSettings } from '../domain/guest-settings.js';

/** A Location's, or its Group's, settings for its guests. It holds no personal data but the addresses and numbers that guests are shown. */
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

/** The days on which owners are reminded, of Locations that have set them and of Groups, which have an empty Location. */
export const GuestNotices = defineEntity({
  name: 'GuestNotices',
  tableName: 'guest_notices',
  view: true,
  expression: `
    select group_id, location_id, settings -> 'reminderDays' as reminder_days from guest_settings
    where json_typeof(settings -> 'reminderDays') = 'array'`,
  properties: { groupId: p.integer().primary(), locationId: p.text().primary(), reminderDays: json<number[]>() },
});
