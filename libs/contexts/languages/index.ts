export { AddLanguage, type NewLanguage } from './commands/add-language.js';
export { LanguageRecord, languageRecord } from './http/language.record.js';
export { languagesApi } from './http/languages.api.js';
export { LanguagesModule } from './languages.module.js';
export { languageMigrations } from './migrations/index.js';
export { LanguageDirectory, LanguageEntity } from './read-model/language.entity.js';
export { type LanguageChoice, LanguageQueries, type LanguageRow } from './read-model/language.queries.js';
