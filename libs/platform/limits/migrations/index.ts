import { Limits } from './0001_limits.js';

/** In order; a release only adds to the end. */
export const limitMigrations = { 'limits/0001_limits': Limits };
