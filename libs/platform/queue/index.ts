export { PoolerInBetween } from './connections.js';
export { migrateQueue } from './migrate.js';
export { PollingLoop } from './polling-loop.js';
export { QueueModule } from './queue.module.js';
export { Sweeps } from './sweeps.js';
export { Wakeups } from './wakeups.js';
