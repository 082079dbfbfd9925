import { Languages } from './0001_languages.js';
import { LanguageViews } from './0002_views.js';
import { LocationLanguages } from './0003_chosen.js';

/** In order of execution; a release may only append. */
export const languageMigrations = {
  'languages/0001_languages': Languages,
  'languages/0002_views': LanguageViews,
  'languages/0003_chosen': LocationLanguages,
};
