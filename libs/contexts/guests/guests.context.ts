import { GuestsModule } from './guests.module.js';
import { guestsApi } from './http/guests.api.js';

/** What the service puts together of this context. */
export const guestsContext = {
  module: GuestsModule,
  api: guestsApi,
};
