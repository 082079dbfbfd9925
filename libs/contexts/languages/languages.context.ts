import { languagesApi } from './http/languages.api.js';
import { LanguagesModule } from './languages.module.js';
import { languageMigrations } from './migrations/index.js';
import {
  LanguageDirectory,
  LanguageEntity,
  LocationDefaultLanguages,
  LocationLanguagesEntity,
} from './read-model/language.entity.js';

/** This context, as the service takes it. */
export const languagesContext = {
  module: LanguagesModule,
  api: languagesApi,
  numbered: ['language'],
  entities: [LanguageEntity, LanguageDirectory, LocationLanguagesEntity, LocationDefaultLanguages],
  migrations: languageMigrations,
};
