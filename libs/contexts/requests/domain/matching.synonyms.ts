import { THINGS } from './matching.dictionary.js';
import { plain } from './matching.words.js';

const LINES = THINGS.trim()
  .split(/\n {2}(?! )/)
  .map((line) => [...new Set(line.split(/\s+/).map(plain))]);
const LINE_OF = new Map(LINES.flatMap((line) => line.map((word) => [word, line] as const)));

/** The words and all others for the same things. */
export function withSynonyms(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, ...(lineOf(word) ?? [])]))];
}

/** Plurals that are more than an ending: scarves, brollies, klockor, brillen, walizek, cartões, cellulari. */
const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/ves$/, 'f'],
  [/or$/, 'a'],
  [/([^aeiou])\1en$/, '$1'],
  [/ek$/, 'ka'],
  [/oes$/, 'ao'],
  [/i$/, 'e'],
  [/i$/, 'o'],
];

/** All words for the thing of a word, as `wordsOf` gives it: of the word, its singular, or its longest end, as `mantel` in Wintermantel. */
export function lineOf(word: string): readonly string[] | undefined {
  for (const form of singularsOf(word)) {
    const line = LINE_OF.get(form);
    if (line) return line;
  }
  // Shorter ends are those of too many words.
  for (let start = 2; start <= word.length - 5; start++) {
    const line = LINE_OF.get(word.slice(start));
    if (line) return line;
  }
  return undefined;
}

/**
 * The word, and what it may be a form of: a plural, or without its last letter or two. Too many words begin with the same three letters.
 */
function singularsOf(word: string): string[] {
  const singulars = PLURALS.flatMap(([ending, one]) => (ending.test(word) ? [word.replace(ending, one)] : []));
  const least = /[es]$/.test(word) ? 3 : 4;
  const shorter = [word.slice(0, -1), word.slice(0, -2)].filter(({ length }, at) => length >= (at === 0 ? least : 4));
  return [word, ...singulars, ...shorter];
}

/** Whether it is a word for a thing as it stands. */
export function isThing(word: string): boolean {
  return LINE_OF.has(word);
}
