import { localeOf, type PageLanguage } from './languages.js';

/** A day as people of the language write it, the same on pages and in messages. @param zone the time zone whose day it is */
export function longDate(language: PageLanguage, moment: Date, zone = 'UTC'): string {
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: zone }).format(moment);
  // French writes an ordinal for the first day alone, which Intl does not know.
  return language === 'fr' ? date.replace(/^1 /, '1er ') : date;
}
