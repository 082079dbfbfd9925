import { colorNamesIn, LANGUAGES, type PageLanguage } from '#contexts/texts';
import { wordsOf } from '../domain/matching.words.js';

let byWord: ReadonlyMap<string, string> | undefined;

/** The colors that a text names, in any of the languages of the catalogues, with the endings that adjectives have. */
export function colorsNamedIn(...texts: (string | null)[]): string[] {
  const colors = colorsByName();
  const named = wordsOf(...texts).flatMap((word) => {
    const form = [word, word.slice(0, -1), word.slice(0, -2)].find((one) => colors.has(one));
    return form === undefined ? [] : [colors.get(form)!];
  });
  return [...new Set(named)];
}

/** The names of all colors of one word, in all languages. */
export function colorsByName(): ReadonlyMap<string, string> {
  byWord ??= namesByWord();
  return byWord;
}

/** Names of one word: a word of a longer name is another color's. */
function namesByWord(): Map<string, string> {
  const names = (Object.keys(LANGUAGES) as PageLanguage[]).flatMap((language) => Object.entries(colorNamesIn(language)));
  return new Map(
    names.flatMap(([color, name]) => {
      const [word, ...others] = wordsOf(name);
      return word === undefined || others.length > 0 ? [] : [[word, color] as const];
    }),
  );
}
