export { ExpireDueItems } from './commands/expire-due-items.js';
export { RecordResponse } from './commands/record-response.js';
export { ReportBounce } from './commands/report-bounce.js';
export type { ItemEvent, ItemStatus, OwnerResponse } from './domain/item.events.js';
export { ItemExpiryModule } from './item-expiry.module.js';
export { ItemsModule } from './items.module.js';
export { ItemEntity } from './read-model/item.entity.js';
export { itemProjection } from './read-model/item.projection.js';
export { ItemQueries, type ItemRow } from './read-model/item.queries.js';
