import anyAscii from 'any-ascii';
import { LRUCache } from 'lru-cache';

/** Particles of Dutch and German, which lists sorted by name write behind it: Berg, van der. */
const BEHIND = 'van der den de het ten ter te op in t s d von vom zu zum zur dem und v vd'.split(' ');

/** Words that may stand before a surname and are often left out, in the languages that guests have. */
const PARTICLES = new Set(
  [
    ...BEHIND,
    'du des la le les l dos das da do e del los las y i di dal dalla della dei degli lo li',
    'af av al el ibn bin bint o',
  ].flatMap((line) => line.split(' ')),
);

/** Particles as they are written together with the name: Vandenberg, Vonderleyen. The rest has to look like a name. */
const WRITTEN_TOGETHER = /^(?:vand(?:er|en|e)|vond(?:er|em)|van|von|dela|delos)(?=[a-z]{4})/;

/** Whether a text has ASCII alone, as most have, so that no other letter has to be looked for. */
export function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** Arabic letters that one writes for another, and that NFKD does not take apart: alefs, yehs, kafs, hehs. */
const ARABIC: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ء: '',
};

/** Letters of one width, without what is neither letter nor number, and Arabic ones without marks and variants. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{sc=Arabic}[\p{sc=Arabic}\p{M}\u0640]*/gu, (word) =>
      word
        .normalize('NFKD')
        .replace(/[\p{M}\u0640]/gu, '')
        .replace(/\p{L}/gu, (letter) => ARABIC[letter] ?? letter),
    )
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '');
}

function latin(text: string): string {
  return isAscii(text) ? text : anyAscii(plain(text));
}

/**
 * Text in which Müller, Mueller and MULLER are the same: Latin letters and digits alone, without accents, in lower case. The first letter
 * of a transcription of a letter with an accent (ae, oe, ue, aa, dj) is kept, everywhere: a little is lost, alike on both sides.
 */
function folded(text: string): string {
  return shortened(
    latin(text)
      .toLowerCase()
      .replace(/[^a-z0-9\s-]/g, ''),
  );
}

function shortened(text: string): string {
  return text.replace(/([aou])e|(a)a|(d)j/g, '$1$2$3');
}

/** Numbers and codes as people write them: `HH-77 1`, `hh771` and `HH.77/1` are the same. Empty if there is neither letter nor digit. */
export function numberKey(text: string | null): string {
  return latin(text ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The ways to write a surname down as one word: as it is, and without its particles. */
export function surnameKeys(surname: string | null): readonly string[] {
  const name = known(surname ?? '');
  name.keys ??= keysOf(name.words);
  return name.keys;
}

function keysOf(words: readonly string[]): string[] {
  // An apostrophe may stand between the two letters: Isma'el and Ismael.
  const whole = shortened(words.join(''));
  const bare = shortened(words.filter((word, index) => index === words.length - 1 || !PARTICLES.has(word)).join(''));
  const last = words.findLastIndex((word) => !BEHIND.includes(word)) + 1;
  const sorted = last > 0 && last < words.length ? keysOf([...words.slice(last), ...words.slice(0, last)]) : [];
  return [...new Set([whole, bare, whole.replace(WRITTEN_TOGETHER, ''), ...sorted])].filter((key) => key !== '');
}

/** Words to search records for that may be the surname's, as full-text search keeps them: as written, and with each transcription. */
export function surnameSpellings(surname: string | null): string[] {
  const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = wordsIn(latin(surname ?? ''));
  const djs = words.length > 0 && /đ/i.test(surname!) ? wordsIn(latin(surname!.replace(/đ/gi, 'dj'))) : [];
  const written = words.filter((word, index) => index === words.length - 1 || !PARTICLES.has(word));
  const keys = [...surnameKeys(surname), ...written.map((word) => folded(word))];
  const transcribed = keys.flatMap((key) =>
    [...key].flatMap((letter, at) => ('aou'.includes(letter) ? [`${key.slice(0, at + 1)}e${key.slice(at + 1)}`] : [])),
  );
  return [...new Set([...wordsIn(surname ?? '').filter((word) => !isAscii(word)), ...written, ...djs, ...keys, ...transcribed])];
}

/**
 * Whether two surnames are the same as people write them (decisions.md, section 12, Finding people): without case, accents and their
 * transcriptions, marks and variants of Arabic letters, a final sigma, width, apostrophes, hyphens and spaces, with or without particles.
 * Signs that are no letters, emoji among them, don't count. An empty text is nobody's.
 */
export function isSameSurname(one: string | null, other: string | null): boolean {
  const keys = surnameKeys(other);
  return surnameKeys(one).some((key) => keys.includes(key));
}

/** A person's names, as a record has them. */
interface Person {
  firstName: string | null;
  lastName: string | null;
}

/** Texts that stand in passports, visas and forms in the place of a name that somebody does not have. */
const NAMELESS = /^\s*(?:[fl]nu|n\/a|x{2,}|unknown)\s*$/i;

/** A name that is one; null without. */
function given(name: string | null): string | null {
  return name !== null && !NAMELESS.test(name) && surnameKeys(name).length > 0 ? name : null;
}

/** The name that somebody goes by: the surname, or the only name there is, in whichever field it stands. */
export function surnameOf({ firstName, lastName }: Person): string | null {
  return given(lastName) ?? firstName;
}

/** Names written in Chinese characters or Hangul begin with that of the family; what only has kana may be a foreign one. */
const FAMILY_FIRST =
  /^(?=.*[\p{Script=Han}\p{Script=Hangul}])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]+$/u;

/** A person's whole name in the order of its script, without what only fills a field; empty where there is none. */
export function wholeName({ firstName, lastName }: Person): string {
  const names = [given(firstName), given(lastName)].filter((name) => name !== null);
  return (FAMILY_FIRST.test(names.join('')) ? names.reverse() : names).join(' ');
}

/** A family's name, with its particles, before a comma and one or two first names. */
const FAMILY_AND_FIRST = /^((?:(?:\p{Ll}[\p{L}’']*|De|Del|Da|Di|La|Le|Van|Von|Al|El)\s+)*[^\s,]+),\s*([^\s,]+(?:\s+[^\s,]+)?)$/u;
/** Titles, generations and names at birth, which stand behind a name and a comma. */
const BEHIND_COMMA =
  /^(?:[JSjs]r\.?|I{2,3}|IV|M\.?D\.?|Ph\. ?D\.?|PhD|DDS|Esq\.?|CPA|MBA|[MB]\.?(?:Sc|A)\.?|Dr\.?|Inc\.?|Ltd\.?|(?:geb\.|n[ée]e|born) .*)$/;
/** The last word is the family name, with the particles before it that are written small: `Jan van der Berg`. */
const NAMES = /^(\S+(?:\s+\S+)*?)\s+((?:\p{Ll}[\p{L}’']*\s+)*\S+)$/u;

/** A whole name taken apart: `Berg, Anna` and names in Chinese characters or Hangul begin with the family's. */
export function namesIn(whole: string): Person {
  const [, family, rest] = FAMILY_AND_FIRST.exec(whole) ?? [];
  if (rest !== undefined && !BEHIND_COMMA.test(rest)) return { firstName: rest, lastName: family! };
  const [, before, after] = (FAMILY_FIRST.test(whole) && /^(\S+)\s+(.+)$/.exec(whole)) || [];
  if (before !== undefined) return { firstName: after!, lastName: before };
  const [, first = null, last = whole] = NAMES.exec(whole) ?? [];
  return { firstName: first, lastName: last };
}

/** Whether somebody's whole name, in whatever order, is that of the person: the surname, and the first name where both are known. */
export function isSameName(whole: string | null, person: Person): boolean {
  const surname = surnameOf(person);
  const [{ words }, { words: first }] = [
    known(whole ?? ''),
    known(surname === person.lastName ? (given(person.firstName) ?? '') : ''),
  ];
  if (!first.every((word) => words.includes(word))) return false;
  const keys = surnameKeys(surname);
  const rest = words.filter((word) => !first.includes(word));
  // A surname that is a first name too ("Peter Peter") leaves nothing.
  return [rest, words].some((all) =>
    all.some((_, at) => [all.slice(at), all.slice(0, at + 1)].some((span) => keysOf(span).some((key) => keys.includes(key)))),
  );
}

/** A name in its words; an apostrophe separates them, as in d'Angelo. One name is compared with hundreds, one after the other. */
function known(name: string): Known {
  let read = seen.get(name);
  if (!read) {
    const words = folded(name.replace(/(?<=\p{L})[\p{Pi}\p{Pf}'`´ʹ-ʿ′＇ꞌ](?=\p{L})/gu, ' ')).split(/[\s-]+/);
    read = { words: words.filter((word) => word !== ''), keys: null };
    seen.set(name, read);
  }
  return read;
}

/** A parsed name; of a surname also its spellings. */
interface Known {
  words: readonly string[];
  keys: readonly string[] | null;
}

const seen = new LRUCache<string, Known>({ max: 2_000 });
