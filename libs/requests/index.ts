export { ChangeRequest, type RequestChange } from './commands/change-request.js';
export { ExpireDueRequests } from './commands/expire-due-requests.js';
export { MakeRequest } from './commands/make-request.js';
export type { RequestEvent } from './domain/request.events.js';
export { RequestEntity } from './read-model/request.entity.js';
export { requestProjection } from './read-model/request.projection.js';
export { RequestQueries, type RequestRow } from './read-model/request.queries.js';
export { RequestExpiryModule } from './request-expiry.module.js';
export { RequestsModule } from './requests.module.js';
