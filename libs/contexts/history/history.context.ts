import { HistoryModule } from './history.module.js';

/** This context, as the service takes it. */
export const historyContext = {
  module: HistoryModule,
};
