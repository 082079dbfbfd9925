import { MAX_CHARACTERS } from './matching.weights.js';

/** Words that say nothing about an item, in the languages that guests use most. */
const STOP_WORDS = new Set(
  [
    'the and with for from was were have has had lost left forgot forgotten found item thing room hotel please think maybe',
    'der die das und mit von aus ein eine einen einer mein meine meinen ist war habe hat verloren vergessen zimmer bitte',
    'les des une mon mes avec pour dans est ete perdu oublie chambre',
    'het een mijn van met voor uit was heb verloren vergeten kamer',
    'los las una con por para del fue perdido olvidado habitacion',
  ].flatMap((line) => line.split(' ')),
);

/** Text without accents, in lower case. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of texts, each once, without stop words. */
export function wordsOf(...texts: (string | null)[]): string[] {
  const words = texts.flatMap((text) => plain((text ?? '').slice(0, MAX_CHARACTERS)).split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words)].filter((word) => (word.length > 2 || /\d/.test(word)) && !STOP_WORDS.has(word));
}

/** Numbers and codes as people write them: `R-20931` and `r 20931` are the same. */
export function codeOf(text: string | null): string {
  return plain(text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a text mentions the code as one of its words. */
export function mentions(text: string, code: string): boolean {
  return text.split(/\s+/).some((word) => codeOf(word) === code);
}

/** Whether two words are the same apart from an ending. */
export function sameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length > 3 && long.length - short.length < 3 && long.startsWith(short));
}
