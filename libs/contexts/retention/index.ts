export { Orphans } from './orphans.js';
export { Persons } from './persons.js';
export { ReplayErasures, type Replayed } from './replay-erasures.js';
export { Retention } from './retention.js';
export { RetentionModule } from './retention.module.js';
export { RetentionSweepModule } from './retention-sweep.module.js';
