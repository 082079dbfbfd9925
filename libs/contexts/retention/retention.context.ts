import { RetentionModule } from './retention.module.js';

/** What the service puts together of this context. */
export const retentionContext = {
  module: RetentionModule,
};
