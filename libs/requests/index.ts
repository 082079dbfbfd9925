export { ExpireDueRequests } from './commands/expire-due-requests.js';
export type { RequestEvent } from './domain/request.events.js';
export { RequestEntity } from './read-model/request.entity.js';
export { requestProjection } from './read-model/request.projection.js';
export { RequestExpiryModule } from './request-expiry.module.js';
export { RequestsModule } from './requests.module.js';
