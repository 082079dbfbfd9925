export { ENTITIES, PROJECTIONS } from './contexts.js';
export { ContextsModule, type Surroundings } from './contexts.module.js';
export { isMigrated, migrate } from './migrate.js';
