import type { PageLanguage } from './languages.js';

/** Plain `en` would put the month first, unlike most English-speaking countries. */
const LOCALES: Partial<Record<PageLanguage, string>> = { en: 'en-GB' };

/** A day as people of the language write it, the same on pages and in messages. @param zone the time zone whose day it is */
export function longDate(language: PageLanguage, moment: Date, zone = 'UTC'): string {
  return new Intl.DateTimeFormat(LOCALES[language] ?? language, { dateStyle: 'long', timeZone: zone }).format(moment);
}
