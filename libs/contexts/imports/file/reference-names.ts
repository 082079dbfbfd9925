import { HANDLINGS } from '#contexts/items';
import { CATEGORIES, COLORS, COUNTRIES, ISO_CODES } from '#contexts/reference';
import { categoryNamesIn, colorNamesIn, LANGUAGES, localeOf, type PageLanguage } from '#contexts/texts';

type Named = readonly (readonly [id: string, name: string])[];
type NamesIn = (language: PageLanguage) => Readonly<Record<string, string>>;

/** Names that are in use beside those of the lists. */
const ALSO = {
  colors: [{ ID: 'grey', name: 'gray' }],
  countries: Object.entries({
    ...ISO_CODES,
    GB: 'UK|Great Britain',
    US: 'USA',
    NL: 'Holland|The Netherlands',
    CZ: 'Czech Republic',
    TR: 'Turkey',
  }).flatMap(([ID, names]) => names.split('|').map((name) => ({ ID, name }))),
};

/** The IDs that the values of these columns are turned into, by their names in any language. */
const LISTS: Readonly<Record<string, () => ReadonlyMap<string, string>>> = {
  colors: once([...ALSO.colors, ...COLORS], colorNamesIn),
  categories: once(CATEGORIES, categoryNamesIn),
  handling: once(
    HANDLINGS.map((name) => ({ ID: name, name })),
    () => ({}),
  ),
  'owner.address.countryID': once([...ALSO.countries, ...COUNTRIES], countryNamesIn),
};

/** The identifier of what is given by its name in any of the languages, in whatever case; anything else as it is. */
export function identified(path: string, element: string): string {
  return LISTS[path]?.().get(folded(element)) ?? element;
}

function countryNamesIn(language: PageLanguage): Record<string, string> {
  const names = new Intl.DisplayNames([localeOf(language)], { type: 'region' });
  return Object.fromEntries(COUNTRIES.map(({ ID, name }) => [ID, names.of(ISO_CODES[ID] ?? ID) ?? name]));
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

/** Without the accents of Latin letters, which capitals and programs that know ASCII alone leave out, and with one kind of apostrophe. */
function folded(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('’', "'");
  return plain.normalize('NFKC').trim().toLowerCase();
}
