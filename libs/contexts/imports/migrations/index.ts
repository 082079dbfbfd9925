import { Imports } from './0001_imports.js';

/** In order of execution; a release may only append. */
export const importMigrations = { 'imports/0001_imports': Imports };
