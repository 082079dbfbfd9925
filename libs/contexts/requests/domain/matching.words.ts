import { numberKey } from '#platform/kernel';
import { MAX_CHARACTERS } from './matching.weights.js';

/** Words that say nothing about an item, in the languages that guests use most. */
const STOP_WORDS = new Set(
  [
    'the and with for from was were have has had lost left forgot forgotten found item thing room hotel please think maybe',
    'der die das und mit von aus ein eine einen einer mein meine meinen ist war habe hat verloren vergessen zimmer bitte',
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

let segmenter: Intl.Segmenter | undefined;

function segmented(text: string): string {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return [...segmenter.segment(text)].map(({ segment }) => segment).join(' ');
}

/** The words of texts, each once, without stop words. */
export function wordsOf(...texts: (string | null)[]): string[] {
  const words = texts.flatMap((text) => {
    const compared = (text ?? '').slice(0, MAX_CHARACTERS);
    return plain(UNSPACED.test(compared) ? segmented(compared) : compared).match(/[\p{L}\p{N}]+/gu) ?? [];
  });
  return [...new Set(words.map((word) => word.replace(ARABIC_ARTICLE, '')))].filter(
    (word) => (word.length > 2 || SHORT_WORD.test(word)) && !STOP_WORDS.has(word),
  );
}

/** Whether a text mentions the code, as `numberKey` gives it, as one of its words. */
export function mentions(text: string, code: string): boolean {
  return text.split(/\s+/).some((word) => numberKey(word) === code);
}

/** Whether two words are the same apart from an ending, or one is the end of the other, as in Regenschirm and Schirm. */
export function sameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short === long) return true;
  if (short.length <= 3) return false;
  return (long.length - short.length < 3 && long.startsWith(short)) || (short.length > 4 && long.endsWith(short));
}

/** How alike two words are spelled, 0 to 1: the share of pairs of letters that they have in common (Dice). */
export function alike(one: string, other: string): number {
  // Pairs of letters of words that differ so much in length cannot be alike enough.
  if (one.length > 2 * other.length || other.length > 2 * one.length) return 0;
  const rest = pairsOf(other);
  const count = one.length + 1 + rest.length;
  let common = 0;
  for (const pair of pairsOf(one)) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    common++;
    rest.splice(at, 1);
  }
  return (2 * common) / count;
}

/** Each pair as one number. */
function pairsOf(word: string): number[] {
  const pairs = [word.charCodeAt(0)];
  for (let at = 0; at < word.length; at++) pairs.push(word.charCodeAt(at) * 65_536 + (word.charCodeAt(at + 1) || 0));
  return pairs;
}
