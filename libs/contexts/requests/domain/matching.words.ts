import { beginningOf, isAscii, numberKey } from '#platform/kernel';
import { THINGS } from './matching.dictionary.js';
import { MAX_CHARACTERS } from './matching.weights.js';

/** Words that say nothing about an item, in the languages that guests use most. */
const STOP_WORDS = new Set(
  [
    'the and with for from was were have has had lost left forgot forgotten found item thing room hotel please think maybe',
    'der die das und mit von aus ein eine einen einer mein meine meinen ist war habe verloren vergessen zimmer bitte',
    'les des une mon mes avec pour dans est ete perdu oublie chambre',
    'het een mijn van met voor uit was heb verloren vergeten kamer',
    'los las una con por para del fue perdido olvidado habitacion',
    'gli che del della nel una mio mia miei mie con per sono perso smarrito dimenticato stanza',
    'uma meu minha meus minhas com para dos das perdi esqueci quarto',
    'jest był moja moje moj mojego swoją zgubiłem zgubiłam zostawiłem zostawiłam pokoju pokój',
    'och det ett min mitt mina med som har jag tappat glömt rum rummet',
    '私 僕 忘 忘れ 失 部屋 我 我的 在 了 丢 忘 房间 酒店',
    'في من على مع لقد كان كانت فقدت نسيت غرفة الغرفة',
  ].flatMap((line) => line.split(' ').map(plain)),
);

/** Text without accents, in lower case. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Japanese and Chinese put no spaces between words, and many of their words have one or two letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const SHORT_WORD = /[\p{Script=Han}\p{Script=Katakana}\d]/u;
const ARABIC_ARTICLE = /^ال(?=\p{L}{3})/u;

/** Names of things that may be taken apart where there are no spaces. */
const WHOLE = new Set(THINGS.split(/\s+/).filter((word) => UNSPACED.test(word)));

let segmenter: Intl.Segmenter | undefined;

function segmented(text: string): string {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const parts = [...segmenter.segment(text.normalize('NFKC'))].map(({ segment }) => segment);
  const words: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const length = [4, 3, 2].find((count) => WHOLE.has(parts.slice(at, at + count).join(''))) ?? 1;
    words.push(parts.slice(at, at + length).join(''));
    at += length;
  }
  return words.join(' ');
}

/** The words of texts, each once, without stop words. */
export function wordsOf(...texts: (string | null)[]): string[] {
  const words: string[] = [];
  for (const text of texts) {
    if (!text) continue;
    for (const word of writtenIn(beginningOf(text, MAX_CHARACTERS))) {
      const isTelling = (word.length > 2 || SHORT_WORD.test(word)) && !STOP_WORDS.has(word);
      if (isTelling && !words.includes(word)) words.push(word);
    }
  }
  return words;
}

function writtenIn(text: string): readonly string[] {
  // Most texts: what other letters need does nothing to them, and costs five times as much.
  if (isAscii(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const words = plain(UNSPACED.test(text) ? segmented(text) : text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.replace(ARABIC_ARTICLE, ''));
}

/** The codes that a text may mention: its words, as `numberKey` gives them. */
export function codesIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map(numberKey));
}

/** Whether two words are the same apart from an ending, or one is the end of the other, as in Regenschirm and Schirm. */
export function sameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short === long) return true;
  if (short.length <= 3) return false;
  return (long.length - short.length < 3 && long.startsWith(short)) || (short.length > 4 && long.endsWith(short));
}

/** A word as its pairs of letters, each as one number; the first letter and the last are by themselves as well. */
export interface Spelled {
  pairs: readonly number[];
}

export function spelled(word: string): Spelled {
  const pairs = [word.charCodeAt(0)];
  for (let at = 0; at < word.length; at++) pairs.push(word.charCodeAt(at) * 65_536 + (word.charCodeAt(at + 1) || 0));
  return { pairs };
}

/** How alike the most alike of some words and others are spelled, 0 to 1. */
export function mostAlike(some: readonly Spelled[], others: readonly Spelled[]): number {
  let most = 0;
  for (const one of some) for (const other of others) most = Math.max(most, alike(one.pairs, other.pairs));
  return most;
}

const COUNTED = -1;

/** The share of pairs that two words have in common (Dice). */
function alike(one: readonly number[], other: readonly number[]): number {
  // Words that differ so much in length cannot be alike enough.
  if (one.length > 2 * other.length - 1 || other.length > 2 * one.length - 1) return 0;
  // Most have no pair in common: the other's are copied only for those that have.
  let rest: number[] | undefined;
  let common = 0;
  for (const pair of one) {
    const at = (rest ?? other).indexOf(pair);
    if (at < 0) continue;
    rest ??= [...other];
    rest[at] = COUNTED;
    common++;
  }
  return (2 * common) / (one.length + other.length);
}
