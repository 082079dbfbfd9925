export { PROJECTIONS } from './contexts.js';
export { ServiceModule, type ServiceOptions, serviceOptions } from './contexts.module.js';
export { type Demo, makeDemo } from './demo.js';
export { isMigrated, migrate } from './migrate.js';
