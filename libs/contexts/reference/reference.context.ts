import { referenceApi } from './http/reference.api.js';
import { ReferenceModule } from './reference.module.js';

/** This context, as the service takes it. */
export const referenceContext = {
  module: ReferenceModule,
  api: referenceApi,
};
