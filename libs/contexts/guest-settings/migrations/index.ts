import { GuestSettingsTable } from './0001_guest_settings.js';

/** In order; a release only appends. */
export const guestSettingsMigrations = { 'guest-settings/0001_guest_settings': GuestSettingsTable };
