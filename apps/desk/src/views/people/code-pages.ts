import type { Encoding } from './spreadsheet.js';

/**
 * The encoding in which spreadsheet programs save a "CSV" where people write a language: Windows-1252 where it is not listed, null where
 * it is none that imports read. English is written in all of them. The API reads a file alike (test/desk/code-pages.spec.ts).
 */
const BY_LANGUAGE: readonly (readonly [languages: string, encoding: Encoding | null])[] = [
  ['pl cs sk hu hr sl bs ro sq', 'windows-1250'],
  ['ru uk bg be mk sr kk ky mn tg', 'windows-1251'],
  ['el', 'windows-1253'],
  ['tr az', 'windows-1254'],
  ['ar fa ur', 'windows-1256'],
  ['ja', 'shift_jis'],
  ['zh', 'gbk'],
  ['ko he th vi et lt lv ka hy hi', null],
];

const PAGES: ReadonlyMap<string, Encoding | null> = new Map(
  BY_LANGUAGE.flatMap(([languages, encoding]) => languages.split(' ').map((language) => [language, encoding] as const)),
);

/**
 * The encoding of a file that does not say it, by the Languages of its Location: the first that is not English, the one that is spoken in
 * its country before others. Windows-1252 without any; null where the language has none that imports read.
 * @param codes of its Languages, the default one first
 * @param country in ISO 3166
 */
export function encodingFor(codes: readonly string[], country: string | null): Encoding | null {
  const spoken = country === null ? 'en' : spokenIn(country);
  const [main = spoken, ...others] = codes.map((code) => code.toLowerCase());
  const there = others.filter((code) => baseOf(code) === baseOf(spoken));
  const language = [main, ...there, ...others, spoken].find((code) => baseOf(code) !== 'en') ?? 'en';
  const page = TRADITIONAL.test(language) ? null : PAGES.get(baseOf(language));
  return page === undefined ? 'windows-1252' : page;
}

/** Chinese in traditional characters: imports don't read its encoding. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/;

function spokenIn(country: string): string {
  const { language, script } = new Intl.Locale(`und-${country}`).maximize();
  return script === 'Hant' ? 'zh-hant' : (language ?? 'en');
}

function baseOf(code: string): string {
  return code.split('-', 1)[0]!;
}
