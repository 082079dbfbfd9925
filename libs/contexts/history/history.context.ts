import { HistoryModule } from './history.module.js';

/** What the service puts together of this context. */
export const historyContext = {
  module: HistoryModule,
};
