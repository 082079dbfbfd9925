import { KnownCluster } from './0001_known_cluster.js';

/** In order; a release only adds to the end. */
export const copyMigrations = { 'copies/0001_known_cluster': KnownCluster };
