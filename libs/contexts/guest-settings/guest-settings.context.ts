import { GuestSettingsModule } from './guest-settings.module.js';
import { guestSettingsApi } from './http/guest-settings.api.js';
import { guestSettingsMigrations } from './migrations/index.js';
import { GuestNotices, GuestSettingsEntity } from './settings/guest-settings.entity.js';

/** This context, as the service takes it. */
export const guestSettingsContext = {
  module: GuestSettingsModule,
  api: guestSettingsApi,
  entities: [GuestSettingsEntity, GuestNotices],
  migrations: guestSettingsMigrations,
};
