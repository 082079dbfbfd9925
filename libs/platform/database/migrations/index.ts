import { TextSearch } from './0001_text_search.js';

/** In order; a release only adds to the end. */
export const databaseMigrations = { 'database/0001_text_search': TextSearch };
