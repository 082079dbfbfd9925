import { TextSearch } from './0001_text_search.js';
import { SearchInEveryScript } from './0002_every_script.js';

/** In order; a release only adds to the end. */
export const databaseMigrations = {
  'database/0001_text_search': TextSearch,
  'database/0002_every_script': SearchInEveryScript,
};
