import { EMPTY_WORDS } from './matching.weights.js';

/** Text without accents and case. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of texts that say something about a thing, each once. */
export function wordsOf(...texts: (string | null)[]): string[] {
  const words = texts.flatMap((text) => plain(text ?? '').split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words)].filter((word) => (word.length > 2 || /\d/.test(word)) && !EMPTY_WORDS.has(word));
}

/** Numbers and codes as people write them: `R-20931` and `r 20931` are the same. */
export function codeOf(text: string | null): string {
  return plain(text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a text mentions the code as one of its words. */
export function mentions(text: string, code: string): boolean {
  return text.split(/\s+/).some((word) => codeOf(word) === code);
}

/** Whether two words are the same but for an ending. */
export function sameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length > 3 && long.length - short.length < 3 && long.startsWith(short));
}
