export { AddLanguage, type NewLanguage } from './commands/add-language.js';
export { ChooseLanguages } from './commands/choose-languages.js';
export { LanguageRecord, languageRecord } from './http/language.record.js';
export { LocationLanguagesRequest } from './http/language.requests.js';
export { languagesContext } from './languages.context.js';
export { LanguagesModule } from './languages.module.js';
export { type LanguageChoice, LanguageQueries, type LanguageRow } from './read-model/language.queries.js';
