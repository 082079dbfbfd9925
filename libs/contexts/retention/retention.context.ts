import { RetentionModule } from './retention.module.js';

/** This context, as the service takes it. */
export const retentionContext = {
  module: RetentionModule,
};
