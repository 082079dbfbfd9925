export { GuestsModule } from './guests.module.js';
export { guestsApi } from './http/guests.api.js';
