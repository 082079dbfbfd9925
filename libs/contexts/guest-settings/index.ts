export { inkOn, readableOn } from './domain/contrast.js';
export { DEFAULT_REMINDER_DAYS, type GuestSettings, textIn } from './domain/guest-settings.js';
export { guestSettingsContext } from './guest-settings.context.js';
export { GuestSettingsModule } from './guest-settings.module.js';
export { LocationGuestSettings } from './settings/guest-settings-store.js';
export { logosInUse } from './settings/logos-in-use.js';
