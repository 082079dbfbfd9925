export { Copies } from './copies.js';
export { CopiesModule } from './copies.module.js';
export { KnownClusterEntity } from './known-cluster.entity.js';
export { copyMigrations } from './migrations/index.js';
export { silenceRestored } from './silence.js';
