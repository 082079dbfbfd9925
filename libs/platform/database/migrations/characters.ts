/**
 * All characters but those of East Asia beyond the first plane, which are letters. Characters that do not follow each other are kept apart
 * by one.
 */
function* blocks(): Generator<string> {
  for (const [first, last] of [
    [0x1, 0xd7ff],
    [0xe000, 0x1ffff],
    [0xe0000, 0xe01ff],
  ] as const) {
    for (let at = first; at <= last; at += 0x400)
      yield String.fromCodePoint(...Array.from({ length: Math.min(0x400, last - at + 1) }, (_, n) => at + n));
    yield 'a';
  }
}

/** Letters of writing without spaces: Thai, Lao, Burmese, Korean, Khmer, Japanese and Chinese. */
const UNSPACED = String.raw`
  \u0e01-\u0eff \u1000-\u109f \u1100-\u11ff \u1780-\u17ff \u2e80-\u2fdf \u3005-\u30ff \u3105-\u31ff \u3400-\u9fff \ua960-\ua97f
  \ua9e0-\ua9ff \uaa60-\uaa7f \uac00-\ud7ff \uf900-\ufaff \U0001aff0-\U0001b16f \U00020000-\U0003ffff`.replace(/\s/g, '');

/**
 * Classes of characters for PostgreSQL's regular expressions, which have none of Unicode's that hold whatever the locale:
 * `marks` is left out of words (marks, what can't be seen, and the Arabic tatweel and hamza), `separators` stand between them
 * (punctuation, symbols, pictures, spaces, and letters that are written as apostrophes).
 */
export function characterClasses() {
  const all = [...blocks()].join('');
  const escaped = (character: string) => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`;
  const ranges = (runs: RegExp) =>
    [...all.matchAll(runs)].map(([run]) => `${escaped(run.match(/^./su)![0])}-${escaped(run.match(/.$/su)![0])}`).join('');
  return {
    marks: ranges(/[\p{M}\p{Cf}\u0621\u0640][\p{M}\p{Cf}\p{Cn}]*/gu),
    separators: ranges(/[\p{P}\p{S}\p{Z}\p{Cc}\p{Co}][\p{P}\p{S}\p{Z}\p{Cc}\p{Co}\p{Cn}]*|[\u02b9-\u02cc]+/gu),
    unspaced: UNSPACED,
  };
}
