/** The languages of pages and messages, each by the name it gives itself: one file in catalogue/ for each. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', nl: 'Nederlands' } as const;
export type PageLanguage = keyof typeof LANGUAGES;

/** The language that a code such as `de`, `pt-BR` or `EN-gb` means; null when there is none. */
function languageOf(code: unknown): PageLanguage | null {
  if (typeof code !== 'string') return null;
  const [base = ''] = code.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, base) ? (base as PageLanguage) : null;
}

/** The first of the wishes that there are texts in, else English. */
export function choose(...wishes: unknown[]): PageLanguage {
  for (const wish of wishes) {
    const language = languageOf(wish);
    if (language !== null) return language;
  }
  return 'en';
}
