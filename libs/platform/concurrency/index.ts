export { BatchWriter } from './batch-writer.js';
export { FairQueue } from './fair-queue.js';
export { FairShares } from './fair-shares.js';
export { inTurn } from './in-turn.js';
export { KeyedLock } from './keyed-lock.js';
export { Semaphore, SharedSemaphore } from './semaphore.js';
export { sharing } from './sharing.js';
export { SingleFlight } from './single-flight.js';
export { type Timeout, Timeouts } from './timeouts.js';
