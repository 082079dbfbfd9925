export type { Lease } from './lease.js';
export { LeasedRows } from './leased-rows.js';
export { LeasedWork, type LeaseTimes } from './leased-work.js';
