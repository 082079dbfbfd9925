export { inkOn, readableOn } from './domain/contrast.js';
export { DEFAULT_REMINDER_DAYS, type GuestSettings, textIn } from './domain/guest-settings.js';
export { GuestSettingsModule } from './guest-settings.module.js';
export { guestSettingsApi } from './http/guest-settings.api.js';
export { guestSettingsMigrations } from './migrations/index.js';
export { GuestNotices, GuestSettingsEntity } from './settings/guest-settings.entity.js';
export { LocationGuestSettings } from './settings/guest-settings-store.js';
export { logosInUse } from './settings/logos-in-use.js';
