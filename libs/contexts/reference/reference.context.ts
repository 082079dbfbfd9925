import { referenceApi } from './http/reference.api.js';
import { ReferenceModule } from './reference.module.js';

/** What the service puts together of this context. */
export const referenceContext = {
  module: ReferenceModule,
  api: referenceApi,
};
