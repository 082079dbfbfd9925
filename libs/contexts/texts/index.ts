export { categoryNamesIn, colorNamesIn, messagesIn, type Words, wordsIn } from './catalogue.js';
export { choose, directionOf, LANGUAGES, localeOf, longDate, type PageLanguage, VARIANTS, variantOf } from './languages.js';
