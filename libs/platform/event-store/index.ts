export * from './decider.js';
export { EventEntity, SubjectKeyEntity } from './event.entity.js';
export { EventLog } from './event-log.js';
export { EventStore, type Outcome } from './event-store.js';
export { EventStoreModule } from './event-store.module.js';
export * from './projection.js';
export { Rebuilder } from './rebuilder.js';
export * from './recorded-event.js';
