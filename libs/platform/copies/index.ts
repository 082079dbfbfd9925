export { Copies, CopiesModule, silenceRestored } from './copies.js';
export { KnownClusterEntity } from './known-cluster.entity.js';
export { copyMigrations } from './migrations/index.js';
