import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { nl } from './nl.js';

export type { Words };

/** The languages of the guest pages, each by the name it gives itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', nl: 'Nederlands' } as const;
export type PageLanguage = keyof typeof LANGUAGES;

const WORDS: Record<PageLanguage, Words> = { en, de, fr, es, nl };

export function wordsIn(language: PageLanguage): Words {
  return WORDS[language];
}

/** The language of the pages that a code such as `de`, `pt-BR` or `EN-gb` means; null when there is none. */
function pageLanguage(code: unknown): PageLanguage | null {
  if (typeof code !== 'string') return null;
  const [base = ''] = code.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, base) ? (base as PageLanguage) : null;
}

/** The first of the wishes that the pages are written in, else English. */
export function choose(...wishes: unknown[]): PageLanguage {
  for (const wish of wishes) {
    const language = pageLanguage(wish);
    if (language !== null) return language;
  }
  return 'en';
}
