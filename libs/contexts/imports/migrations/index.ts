import { Imports } from './0001_imports.js';
import { ImportsReadingAndWritingTo } from './0002_reading_and_writing_to.js';

/** In order of execution; a release may only append. */
export const importMigrations = {
  'imports/0001_imports': Imports,
  'imports/0002_reading_and_writing_to': ImportsReadingAndWritingTo,
};
