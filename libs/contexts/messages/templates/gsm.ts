/** The alphabet of SMS that fits 160 characters into one part (3GPP TS 23.038, 6.2.1), and what takes two places in it. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ' +
  ' !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€';

/** Replacements of characters that are no letter with a mark. */
const INSTEAD: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  ç: 'c',
  ł: 'l',
  Ł: 'L',
  œ: 'oe',
  Œ: 'OE',
};

const fits = (letter: string) => BASIC.includes(letter) || EXTENDED.includes(letter);

/** The text in the alphabet of SMS: marks that it lacks are left out. A text of another script stays as it is. */
export function inGsm(text: string): string {
  const letters = [...text].map((letter) => {
    if (fits(letter)) return letter;
    return INSTEAD[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
  });
  const written = letters.join('');
  return [...written].every(fits) ? written : text;
}

/** Over how many SMS a text goes; each of several is shorter by what joins them (3GPP TS 23.040, 9.2.3.24.1). */
export function partsOf(text: string): number {
  const letters = [...text];
  const isBasic = letters.every(fits);
  const places = letters.map((letter) => (isBasic ? (EXTENDED.includes(letter) ? 2 : 1) : letter.length));
  const [alone, joined] = isBasic ? [160, 153] : [70, 67];
  if (places.reduce((sum, one) => sum + one, 0) <= alone) return 1;
  // A letter of two places is never parted.
  let [parts, used] = [1, 0];
  for (const one of places) {
    if (used + one > joined) [parts, used] = [parts + 1, 0];
    used += one;
  }
  return parts;
}
