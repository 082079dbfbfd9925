import { CATEGORIES, COLORS } from '#contexts/reference';
import { categoryNamesIn, colorNamesIn, LANGUAGES, type PageLanguage } from '#contexts/texts';

type Named = readonly (readonly [id: string, name: string])[];
type NamesIn = (language: PageLanguage) => Readonly<Record<string, string>>;

/** The IDs that the elements of these columns are turned into, by their names in any language. */
const LISTS: Readonly<Record<string, () => ReadonlyMap<string, string>>> = {
  colors: once(COLORS, colorNamesIn),
  categories: once(CATEGORIES, categoryNamesIn),
};

/** The identifier of a color or category that is given by its name in any of the languages; anything else as it is. */
export function identified(path: string, element: string): string {
  return LISTS[path]?.().get(folded(element)) ?? element;
}

/** IDs and English names of the specification's list go before the names in the catalogues. */
function once(records: readonly { ID: string; name: string }[], namesIn: NamesIn): () => ReadonlyMap<string, string> {
  let byName: ReadonlyMap<string, string> | undefined;
  const read = () => {
    const languages = Object.keys(LANGUAGES) as PageLanguage[];
    const named: Named = [
      ...languages.flatMap((language) => Object.entries(namesIn(language))),
      ...records.map(({ ID, name }) => [ID, name] as const),
      ...records.map(({ ID }) => [ID, ID] as const),
    ];
    return new Map(named.map(([id, name]) => [folded(name), id]));
  };
  return () => {
    byName ??= read();
    return byName;
  };
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
