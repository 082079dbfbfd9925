import { isThing, lineOf } from './matching.synonyms.js';
import { plain, wordsOf } from './matching.words.js';
import { misspellingsOf } from './misspelling.js';

/** The maximum number of words of a search that are compared; what is meant is usually named early. */
const MAX_WORDS = 6;
/** How many of its words are looked for as misspelled; the longest say most. */
const MAX_MISSPELLED = 2;
/** How many other forms of a word are looked for, which may stand beside many others. */
const MAX_FORMS = 6;

/** A word of a search, and what may be meant by it. */
export interface SoughtWord {
  word: string;
  /** Whether the dictionary knows it, as it stands or but for an error of typing. */
  isThing: boolean;
  color: string | null;
  /** Other words for the same, in all languages; with an error of typing, what it should be. */
  others: string[];
  /** The words it may be a misspelling of. */
  meant: string[];
  /** Where nothing is known of it: all words that it may be misspelled from. */
  misspellings: string[];
}

/** The search, where two words are a thing written apart that one: tooth brush, sun glasses. */
export function joinedIn(q: string): string {
  const all: string[] = [];
  for (const word of q.split(/\s+/)) {
    const pair = `${all.at(-1) ?? ''}${word}`;
    if (all.length > 0 && isThing(plain(pair))) all.splice(-1, 1, pair);
    else all.push(word);
  }
  return all.join(' ');
}

/** Characters of a word that may be written as two: each more is another place to look for. */
const [LEAST_APART, MOST_APART] = [4, 20];

/** Words that are stored as they are written: those of writing with spaces. */
export const SPACED = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\d]+$/u;

/** The ways to write the only word of a search as two, as Wi-Fi and RX-12345 are; none for several words, or in writing without spaces. */
export function apartIn(q: string): [string, string][] {
  const word = plain(q).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const isOne = SPACED.test(word) && word.length >= LEAST_APART && word.length <= MOST_APART;
  return isOne ? Array.from({ length: word.length - 1 }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)]) : [];
}

/** The search with what was meant in the place of its misspelled words. */
export function corrected(q: string, meant: ReadonlyMap<string, readonly string[]>): string {
  const words = q.split(/\s+/).filter((one) => !wordsOf(one).some((word) => meant.has(word)));
  return [...words, ...[...meant.values()].flat()].join(' ');
}

/** The meanings that the words of a search may have. @param colors by their names in all languages */
export function soughtIn(q: string, colors: ReadonlyMap<string, string>): SoughtWord[] {
  const forms = otherFormsIn(q);
  const words = wordsOf(q)
    .slice(0, MAX_WORDS)
    .map((word) => soughtWord(word, colors))
    .map((word) => ({ ...word, others: [...new Set([...word.others, ...(forms.get(word.word) ?? []).slice(0, MAX_FORMS)])] }));
  const unknown = words
    .filter(({ misspellings }) => misspellings.length > 0)
    .sort((one, other) => other.word.length - one.word.length);
  for (const word of unknown.slice(MAX_MISSPELLED)) word.misspellings = [];
  return words;
}

const TRANSCRIBED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa' };

/**
 * The words of a search as they are written elsewhere: Mueller for Müller, as one with the next (Rayban, WH1000XM4), codes with the digits
 * that look like letters, Arabic with the article.
 */
function otherFormsIn(q: string): Map<string, string[]> {
  const forms = new Map<string, string[]>();
  const add = (word: string, form: string) => form !== word && forms.set(word, [...(forms.get(word) ?? []), form]);
  const text = q.normalize('NFC').toLowerCase();
  const written = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  for (const [at, one] of written.entries()) {
    const [word, next] = [plain(one), plain(written[at + 1] ?? '')];
    add(word, plain(one.replace(/[äöøüå]/g, (letter) => TRANSCRIBED[letter]!)));
    if (/^\p{Script=Arabic}{3,}$/u.test(word)) add(word, `ال${word}`);
    if (/\d/.test(word)) for (const form of [word.replaceAll('o', '0'), word.replaceAll('0', 'o')]) add(word, form);
    if (next !== '') for (const part of [word, next]) add(part, word + next);
  }
  return forms;
}

function soughtWord(given: string, colors: ReadonlyMap<string, string>): SoughtWord {
  const colorOf = (one: string) => [one, one.slice(0, -1), one.slice(0, -2)].find((form) => colors.has(form));
  const word = given.replaceAll('ß', 'ss');
  const isKnown = lineOf(word) !== undefined || colorOf(word) !== undefined;
  const spellings = isKnown ? [] : misspellingsOf(word);
  const meant = spellings.filter((one) => isThing(one) || colors.has(one));
  const forms = isKnown ? [word] : meant;
  const lines = new Set(forms.flatMap((form) => lineOf(form) ?? []));
  const [color = null] = forms.flatMap((form) => colors.get(colorOf(form) ?? '') ?? []);
  const names = color === null ? [] : [...colors].flatMap(([name, one]) => (one === color ? [name] : []));
  return {
    word,
    isThing: lines.size > 0,
    color,
    others: [...new Set([...meant, ...lines, ...names])].filter((other) => other !== word),
    meant,
    misspellings: isKnown || meant.length > 0 ? [] : spellings,
  };
}
