import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#platform/kernel';
import type { ItemFilters } from './item.filters.js';
import { KEYS, NOT_DELETED } from './item.indexes.js';

/** Low bits of an ID ignored when items of a Group are divided into parts, as in the SQL function `item_keys`. */
const PART_BITS = 14;

/** With more Locations than this in the caller's scope, they are compared with the rows that were found. */
const MOST_LOCATIONS = 20;

/** Stands for the Group and the part in the text of a query. */
const PLACE = '\u0001';

/**
 * The query of the index of keys: a text that becomes a `tsquery` for a part, null to find nothing. It finds all items that match, and
 * some more: their rows have to be compared as well.
 */
export type SearchTerms = RawBuilder<string | null>;

/** The keys that all items with these filters have. Null where no index of keys helps: for times, places and statuses alone. */
export function searchTermsOf({ scope }: Caller, filters: ItemFilters): SearchTerms | null {
  const { q, category, color, status, locationID } = filters;
  if (!q && category === undefined && color === undefined) return null;
  const sets = [
    ...[category, color].flatMap((facet) => (facet === undefined ? [] : [[`=${facet}`]])),
    placesOf(scope, locationID),
    (status ?? []).map((one) => `#${one}`),
  ].filter((set) => set.length > 0);
  const traits = sets.map((set) => `(${set.map(quoted).join(' | ')})`).join(' & ');
  if (!q) return sql`${traits}::text`;
  return sql`(${beginnings(sql`${wordsOf(q)}::text`)} || ${traits === '' ? '' : ` & ${traits}`}::text)`;
}

/** The keys of the Locations in reach, or of the one; none where they are compared with the rows. */
function placesOf(scope: Caller['scope'], locationID: string | undefined): string[] {
  const reached = scope.all || scope.locationIDs.length > MOST_LOCATIONS ? [] : scope.locationIDs;
  return (locationID === undefined ? reached : [locationID]).map((place) => `@${place}`);
}

/** The keys of items with any of the words, whole. */
export function searchTermsOfAny(words: RawBuilder<readonly string[]>): SearchTerms {
  return sql`(
    select string_agg(distinct ${keysOf(sql`given`, '')}, ' | ') from unnest(${words}::text[]) as given)`;
}

/** The same for the words of a text in writing with spaces, in a tenth of the time. */
export function searchTermsOfPlain(text: RawBuilder<unknown>): SearchTerms {
  return sql`(
    select string_agg('''' || ${PLACE}::text || word || '''', ' | ')
    from unnest(tsvector_to_array(to_tsvector('simple', search_text(${text})))) as word)`;
}

/** A word that items may have: as it was typed, its beginning or as a whole, any of others as a whole, or a color among their colors. */
export interface AnyOfWords {
  word: string;
  isWhole: boolean;
  others: readonly string[];
  color: string | null;
}

/** The keys of items that have all words of any of the choices, each a list of places among the words. */
export function searchTermsOfSome(
  { scope }: Caller,
  words: readonly AnyOfWords[],
  choices: readonly (readonly number[])[],
  locationID: string | undefined,
): SearchTerms {
  const any = words.map(({ word, isWhole, others, color }) => {
    const keys = [
      ...(isWhole ? [] : [beginnings(sql`${word}::text`)]),
      searchTermsOfAny(sql`${isWhole ? [word, ...others] : others}`),
      ...(color === null ? [] : [sql`${quoted(`=${color}`)}::text`]),
    ];
    return sql`'(' || nullif(concat_ws(' | ', ${sql.join(keys)}), '') || ')'`;
  });
  const column = (at: number) => sql.ref(`word${at}`);
  const all = choices.map((ats) => sql.join(ats.map(column), sql` || ' & ' || `));
  const places = placesOf(scope, locationID).map(quoted).join(' | ');
  return sql`(
    select '(' || nullif(concat_ws(' | ', ${sql.join(all)}), '') || ')' || ${places === '' ? '' : ` & (${places})`}::text
    from (select ${sql.join(any.map((keys, at) => sql`${keys} as ${column(at)}`))}) words)`;
}

/**
 * The parts of a Group's items from the one with that ID to the oldest, newest first, with the query for each (`part`, `keys`): who reads
 * them one after the other reads items newest first, although the index of keys has no order. They are unnested from an array, of which
 * PostgreSQL expects ten elements: of a series it expects a thousand, and what costs little would look worth compiling. The query of a part
 * is made when it is read.
 * @param most how many, by default all
 */
export function partsOf(
  groupID: number | RawBuilder<number>,
  terms: SearchTerms,
  from: RawBuilder<unknown>,
  most: RawBuilder<unknown> | null = null,
): RawBuilder<unknown> {
  const newest = sql`(${from})::int >> ${PART_BITS}::int`;
  const oldest = most === null ? sql`0` : sql`greatest(0, 1 + (${newest}) - (${most})::int)`;
  return sql`(
    select part, replace(asked, ${PLACE}::text, ${groupID}::int || '.' || part || '.')::tsquery as keys
    from (select ${terms} as asked) as asking, (
      select part from unnest(array(select generate_series(${oldest}, ${newest}))) as part order by part desc offset 0
    ) as places)`;
}

/** The newest items of a Group with any of the words as a whole, with the columns of `ItemDescriptions`. @param condition over them */
export function newestWithAny(
  groupID: RawBuilder<number>,
  words: RawBuilder<readonly string[]>,
  condition: RawBuilder<boolean>,
  most: number,
) {
  const newest = sql`(select max(id) from items where group_id = ${groupID}::int)`;
  return sql`(
    select one.* from ${partsOf(groupID, searchTermsOfAny(words), newest)} parts, lateral (
      select * from item_descriptions where group_id = ${groupID}::int and ${NOT_DELETED} and ${KEYS} @@ parts.keys offset 0
    ) one
    where ${condition} order by parts.part desc limit ${sql.lit(most)})`;
}

/** The words of a search that are worth asking for: every address has a domain that many others have. */
function wordsOf(q: string): string {
  const named = q.replaceAll(/@\S+/g, ' ').trim();
  return named === '' ? q : named;
}

/** Every word, as the beginning of one that the item has. */
export function beginnings(text: RawBuilder<unknown>): RawBuilder<string | null> {
  return keysOf(text, ':*');
}

/** The keys of the words of a text, all of which are needed; null without a word. @param weight behind each */
function keysOf(text: RawBuilder<unknown>, weight: '' | ':*'): RawBuilder<string | null> {
  return sql`(
    select '(' || string_agg(distinct '''' || ${PLACE}::text || left(word, 250) || ${sql.lit(`'${weight}`)}, ' & ') || ')'
    from unnest(tsvector_to_array(to_tsvector('simple', array_to_string(sought_words(${text}), ' ')))) as word)`;
}

function quoted(key: string): string {
  return `'${PLACE}${key.replaceAll(/['\\]/g, '$&$&')}'`;
}
