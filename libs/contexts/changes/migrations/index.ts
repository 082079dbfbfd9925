import { Changes } from './0001_changes.js';

/** In order; a release only appends. */
export const changeMigrations = { 'changes/0001_changes': Changes };
