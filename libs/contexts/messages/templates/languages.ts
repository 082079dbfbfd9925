import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { dutch } from './nl.js';
import type { Wording } from './wording.js';

const WORDINGS: Readonly<Record<string, Wording>> = { en: english, de: german, fr: french, es: spanish, nl: dutch };

/** The languages with message templates, by ISO 639-1 code. */
export const MESSAGE_LANGUAGES = Object.keys(WORDINGS);

/** The first of the wanted languages that has templates; `de-AT` falls back to `de`. English if none has. */
export function languageOf(wanted: readonly (string | null)[]): string {
  for (const code of wanted) {
    const language = code?.slice(0, 2).toLowerCase();
    if (language !== undefined && Object.hasOwn(WORDINGS, language)) return language;
  }
  return 'en';
}

/** @param language one of MESSAGE_LANGUAGES */
export function wordingOf(language: string): Wording {
  return WORDINGS[language] ?? english;
}
