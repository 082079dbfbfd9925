import { GuestSettingsModule } from './guest-settings.module.js';
import { guestSettingsApi } from './http/guest-settings.api.js';
import { guestSettingsMigrations } from './migrations/index.js';
import { GuestNotices, GuestSettingsEntity } from './settings/guest-settings.entity.js';

/** What the service puts together of this context. */
export const guestSettingsContext = {
  module: GuestSettingsModule,
  api: guestSettingsApi,
  entities: [GuestSettingsEntity, GuestNotices],
  migrations: guestSettingsMigrations,
};
