import { readSetting, writeSetting } from '../device/browser.js';
import { store } from '../device/store.js';
import type en from './en.json';
import { closest, ownWishes } from './tags.js';

export type TextKey = keyof typeof en;
type Catalogue = Partial<Record<TextKey, string>>;

/** Languages by their own names; en-US has only what differs from en. */
const NAMES = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  'en-US': 'English (US)',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  sv: 'Svenska',
  zh: '中文',
} as const;
export type Language = keyof typeof NAMES;

const files = import.meta.glob<{ default: Catalogue }>('./*.json');
/** The languages that the desk has, in the order of their codes. */
export const LANGUAGES = Object.entries(NAMES).filter(([code]) => `./${code}.json` in files) as [Language, string][];

const CHOSEN = 'desk-language';
const current = store<Words>({ language: 'en', texts: {} });

export const useLanguage = (): Language => current.use().language;
export const language = (): Language => current.get().language;

/** Words of a language: the chosen one, or that of a Location, in which is written what stays there. */
export interface Words {
  language: Language;
  texts: Catalogue;
}
export const chosenWords = (): Words => current.get();

/** The text, by default in the chosen language, with `{name}` replaced by values. */
export function t(key: TextKey, values: Record<string, string | number> = {}, words: Words = current.get()): string {
  const text = words.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The text of a key that is made of a value of the API, or the value itself. */
export function named(
  kind: 'status' | 'event' | 'reason' | 'problem' | 'role' | 'message' | 'thing' | 'color' | 'wrong' | 'done',
  value: string,
): string {
  const key = `${kind}.${value}` as TextKey;
  return current.get().texts[key] ?? value;
}

/** @param wanted by default the one chosen on this device before, else the browser's */
export async function chooseLanguage(wanted?: Language): Promise<void> {
  const chosen = wanted ?? known(readSetting(CHOSEN)) ?? ownWishes(navigator.languages).map(known).find(Boolean) ?? 'en';
  if (wanted) writeSetting(CHOSEN, wanted);
  const words = await wordsOf(chosen);
  document.documentElement.lang = chosen;
  document.documentElement.dir = chosen === 'ar' ? 'rtl' : 'ltr';
  current.set(words);
}

/** The words of a language by its tag, such as `de-AT`; English where the desk does not have it. */
export async function wordsOf(tag: string): Promise<Words> {
  const language = known(tag) ?? 'en';
  const names = language === 'en-US' ? ['en', 'en-US'] : [language];
  const parts = await Promise.all(names.map((name) => files[`./${name}.json`]!()));
  return { language, texts: Object.assign({}, ...parts.map((part) => part.default)) };
}

/** The language of the desk for a tag such as `pt-BR`; `zh-TW` is another writing than the desk's `zh`. */
function known(tag: string | null): Language | undefined {
  const codes = LANGUAGES.map(([code]) => code);
  return tag === null ? undefined : closest(tag, codes);
}
