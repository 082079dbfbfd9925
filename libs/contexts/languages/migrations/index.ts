import { Languages } from './0001_languages.js';
import { LanguageViews } from './0002_views.js';

/** In their order; a release only adds to the end. */
export const languageMigrations = { 'languages/0001_languages': Languages, 'languages/0002_views': LanguageViews };
