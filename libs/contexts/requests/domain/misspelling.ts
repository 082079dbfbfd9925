/** The minimum length of a word that may hold an error of typing (decisions.md, section 13, Search). */
const MIN_LENGTH = 5;
/** The longest: each letter more makes fifty misspellings more. */
const MAX_LENGTH = 32;

/** The letters of the scripts whose words have letters enough to be misspelled, without marks. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяєі',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'אבגדהוזחטיכלמנסעפצקרשת',
];

/** All words that this may be, but for one error of typing: a letter too many, too few or another, or two in each other's place. */
export function misspellingsOf(word: string): string[] {
  const letters = [...word];
  const alphabet = ALPHABETS.find((all) => all.includes(letters[0]!));
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH || alphabet === undefined) return [];
  const words = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    words.add(before + after.slice(1)).add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2));
    for (const letter of alphabet) words.add(before + letter + after).add(before + letter + after.slice(1));
  }
  words.delete(word);
  return [...words];
}
