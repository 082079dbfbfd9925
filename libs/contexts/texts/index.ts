export { categoryNamesIn, colorNamesIn, messagesIn, type Words, wordsIn } from './catalogue.js';
export { longDate } from './dates.js';
export { choose, directionOf, LANGUAGES, localeOf, type PageLanguage, VARIANTS, variantOf } from './languages.js';
