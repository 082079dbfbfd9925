export { Orphans } from './orphans.js';
export { Persons } from './persons.js';
export { ReplayErasures, type Replayed } from './replay-erasures.js';
export { retentionContext } from './retention.context.js';
export { Retention } from './retention.js';
export { RetentionSweepModule } from './retention-sweep.module.js';
