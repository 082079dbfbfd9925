import { ServiceKeys } from './0001_service_keys.js';

/** In order; a release only adds to the end. */
export const keyMigrations = { 'keys/0001_service_keys': ServiceKeys };
