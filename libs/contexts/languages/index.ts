export { AddLanguage, type NewLanguage } from './commands/add-language.js';
export { ChooseLanguages } from './commands/choose-languages.js';
export { LanguageRecord, languageRecord } from './http/language.record.js';
export { LocationLanguagesRequest } from './http/language.requests.js';
export { languagesApi } from './http/languages.api.js';
export { LanguagesModule } from './languages.module.js';
export { languageMigrations } from './migrations/index.js';
export {
  LanguageDirectory,
  LanguageEntity,
  LocationDefaultLanguages,
  LocationLanguagesEntity,
} from './read-model/language.entity.js';
export { type LanguageChoice, LanguageQueries, type LanguageRow } from './read-model/language.queries.js';
