export { PROJECTIONS } from './contexts.js';
export { ContextsModule, type Surroundings, surroundingsOf } from './contexts.module.js';
export { type Demo, makeDemo } from './demo.js';
export { isMigrated, migrate } from './migrate.js';
