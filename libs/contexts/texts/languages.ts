import { closestLanguage } from '#platform/kernel';

/** The languages of pages and messages, each by the name it gives itself: one file in catalogue/ for each. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  it: 'Italiano',
  pt: 'Português',
  pl: 'Polski',
  sv: 'Svenska',
  ja: '日本語',
  zh: '简体中文',
  ar: 'العربية',
} as const;
/** Ways to write one of them, with a file that has only what differs from it. */
export const VARIANTS = ['en-US'] as const;
export type PageLanguage = keyof typeof LANGUAGES | (typeof VARIANTS)[number];

const CODES = [...(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]), ...VARIANTS];

/** The language that a code such as `de`, `pt-BR`, `zh-Hans-CN`, `EN-gb` or `en-US` means, or null; Chinese is simplified here. */
function languageOf(code: unknown): PageLanguage | null {
  return typeof code === 'string' ? closestLanguage(code, CODES) : null;
}

/** The first of the wishes that there are texts in, else English. */
export function choose(...wishes: unknown[]): PageLanguage {
  for (const wish of wishes) {
    const language = languageOf(wish);
    if (language !== null) return language;
  }
  return 'en';
}

/** American English in the United States, and for browsers that ask for it. @param accepted the languages that the browser accepts */
export function variantOf(language: PageLanguage, countryID: string | undefined, accepted: readonly string[] = []): PageLanguage {
  if (language !== 'en') return language;
  return countryID === 'US' ? 'en-US' : choose(accepted.find((tag) => /^en\b/i.test(tag)));
}

/** The direction in which a language is written, as HTML's `dir`. */
export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Plain `en` would put the month first, unlike most English-speaking countries; plain `ar` would write digits that room, reservation and
 * telephone numbers on the same page are not written in.
 */
const LOCALES: Partial<Record<PageLanguage, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn', zh: 'zh-Hans' };

/** The locale that writes dates, numbers and lists of a language. */
export function localeOf(language: PageLanguage): string {
  return LOCALES[language] ?? language;
}

/** A day as people of the language write it, the same on pages and in messages. @param zone the time zone that the day is of */
export function longDate(language: PageLanguage, moment: Date, zone = 'UTC'): string {
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: zone }).format(moment);
  // French writes an ordinal for the first day alone, which Intl does not know.
  return language === 'fr' ? date.replace(/^1 /, '1er ') : date;
}
