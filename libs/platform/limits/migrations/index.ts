import { Limits } from './0001_limits.js';
import { Guesses } from './0002_guesses.js';

/** In order; a release only adds to the end. */
export const limitMigrations = { 'limits/0001_limits': Limits, 'limits/0002_guesses': Guesses };
