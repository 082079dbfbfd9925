export { BatchWriter } from './batch-writer.js';
export { FairQueue } from './fair-queue.js';
export { FairShares } from './fair-shares.js';
export { inPieces } from './in-pieces.js';
export { inTurn } from './in-turn.js';
export { oneOfEach, Semaphore, SharedSemaphore } from './semaphore.js';
export { sharing } from './sharing.js';
export { SingleFlight } from './single-flight.js';
export { type Timeout, Timeouts } from './timeouts.js';
