export { messagesIn, type Words, wordsIn } from './catalogue.js';
export { longDate } from './dates.js';
export { choose, LANGUAGES, type PageLanguage } from './languages.js';
