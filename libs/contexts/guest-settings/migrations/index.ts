import { GuestSettingsTable } from './0001_guest_settings.js';
import { GuestNotices } from './0002_notices.js';

/** In order; a release only appends. */
export const guestSettingsMigrations = {
  'guest-settings/0001_guest_settings': GuestSettingsTable,
  'guest-settings/0002_notices': GuestNotices,
};
