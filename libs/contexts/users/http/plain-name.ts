/** Scripts that people write names in; the last four stand beside Latin ones in East Asia. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Ethiopic', 'Devanagari', 'Bengali', 'Gujarati'],
  ...['Gurmukhi', 'Kannada', 'Malayalam', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Khmer', 'Lao', 'Myanmar', 'Thai', 'Tibetan'],
];
const EAST_ASIAN = '\\p{scx=Latin}\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}';

/** One alphabet each: letters of it, and whatever is no letter. */
const ALPHABETS = [...SCRIPTS.map((script) => `\\p{scx=${script}}`), EAST_ASIAN].map(
  (letters) => new RegExp(`^[\\P{L}${letters}]*$`, 'u'),
);

/** Characters that are not seen: format characters such as zero-width spaces, and fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether a name is written in one alphabet with visible characters (UTS 39, 5.2, highly restrictive): one that mixes them may look like
 * another, such as a Latin name with a Cyrillic `е`.
 */
export function isPlainName(name: string): boolean {
  const folded = name.normalize('NFKC');
  return !UNSEEN.test(name) && ALPHABETS.some((alphabet) => alphabet.test(folded));
}
