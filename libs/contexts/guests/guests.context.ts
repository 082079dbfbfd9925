import { GuestsModule } from './guests.module.js';
import { guestsApi } from './http/guests.api.js';

/** The parts of this context that the service puts together. */
export const guestsContext = {
  module: GuestsModule,
  api: guestsApi,
};
