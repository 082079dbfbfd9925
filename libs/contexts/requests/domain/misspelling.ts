/** The minimum length of a word that may hold an error of typing (decisions.md, section 13, Search). */
const MIN_LENGTH = 5;
/** The longest: each letter more makes fifty misspellings more. */
const MAX_LENGTH = 32;

/** The letters of the scripts with words that have letters enough to be misspelled, without marks. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяєі',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'אבגדהוזחטיכלמנסעפצקרשת',
];

/** Whole letters: one beyond the first 65,536 is two units of a string. */
const textOf = (letters: string[], from: number, to?: number) => letters.slice(from, to).join('');

/** All words that this may be, but for one error of typing: a letter too many, too few or another, or two in each other's place. */
export function misspellingsOf(word: string): string[] {
  const letters = [...word];
  const alphabet = ALPHABETS.find((all) => all.includes(letters[0]!));
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH || alphabet === undefined) return [];
  const words = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const [before, one = '', two = '', rest] = [textOf(letters, 0, at), letters[at], letters[at + 1], textOf(letters, at + 2)];
    words.add(before + two + rest).add(before + two + one + rest);
    for (const letter of alphabet) words.add(before + letter + one + two + rest).add(before + letter + two + rest);
  }
  words.delete(word);
  return [...words];
}
