export type { QueuePlace } from './connections.js';
export { migrateQueue } from './migrate.js';
export { Wakeups } from './wakeups.js';
