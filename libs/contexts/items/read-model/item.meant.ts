import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Statement, statement, unprepared } from '#platform/database';
import type { Caller } from '#platform/kernel';
import { KEYS, NOT_DELETED } from './item.indexes.js';
import { COMPARED_COLUMNS, type Neighbour } from './item.neighbours.js';
import {
  type AnyOfWords,
  beginnings,
  partsOf,
  type SearchTerms,
  searchTermsOfAny,
  searchTermsOfPlain,
  searchTermsOfSome,
} from './item.search-terms.js';

/** In how many of the newest parts of a Group's items it is looked up whether there is a word, or any of several. */
const PARTS_READ = { one: 8, several: 4 };
/** How many of the newest items with any of some words are read to see which they have. */
const MOST_READ = 3;
/** A word is common that so many items of the newest parts have. */
const MANY = { items: 60, parts: 2 };

/**
 * For each list of words that newest items have any of: its place, and all words of such an item.
 * @param lists each of one word, or of words in writing with spaces
 */
export function wordsHeld(groupID: number, lists: readonly (readonly string[])[]): Statement<WordsHeld> {
  const newest = sql`(select max(id) from items where group_id = ${groupID}::int)`;
  const words = sql<readonly string[]>`array(select json_array_elements_text(list.words))`;
  const plain = searchTermsOfPlain(sql`array_to_string(${words}, ' ')`);
  const isOne = sql`json_array_length(list.words) = 1`;
  const terms = sql<string>`case when ${isOne} then ${searchTermsOfAny(words)} else ${plain} end`;
  const most = sql`case when ${isOne} then ${sql.lit(PARTS_READ.one)} else ${sql.lit(PARTS_READ.several)} end`;
  return unprepared(
    statement(sql<WordsHeld>`
      select list.at::int - 1 as list, item.words
      from json_array_elements(${JSON.stringify(lists)}::json) with ordinality as list (words, at), lateral (
        select one.words
        from ${partsOf(groupID, terms, newest, most)} parts, lateral (
          select tsvector_to_array(search) as words from items
          where group_id = ${groupID}::int and ${NOT_DELETED} and ${KEYS} @@ parts.keys offset 0
        ) one limit ${sql.lit(MOST_READ)}
      ) item`),
  );
}

/**
 * The words that any item has the beginnings of, whether many of the newest have them whole, and else whether many have their beginnings.
 */
export function beginningsHeld(groupID: number, words: readonly string[]): Statement<BeginningHeld> {
  const newest = sql`(select max(id) from items where group_id = ${groupID}::int)`;
  const having = (parts: RawBuilder<unknown>) => sql`${parts} parts, lateral (
    select from items where group_id = ${groupID}::int and ${NOT_DELETED} and ${KEYS} @@ parts.keys offset 0
  ) one`;
  const many = (terms: SearchTerms) => sql`(
    select count(*) = ${sql.lit(MANY.items)} from (
      select from ${having(partsOf(groupID, terms, newest, sql.lit(MANY.parts)))}
      limit ${sql.lit(MANY.items)}
    ) found)`;
  const [begun, whole] = [beginnings(sql`word`), searchTermsOfAny(sql`array[word]`)];
  return unprepared(
    statement(sql<BeginningHeld>`
      select word, many as "isCommon", not many and ${many(begun)} as "isCommonlyBegun"
      from (select word, ${many(whole)} as many from unnest(${words}::text[]) as word) given
      where many or exists (select from ${having(partsOf(groupID, begun, newest))})`),
  );
}

/** A word with a beginning that items have. */
export interface BeginningHeld {
  word: string;
  isCommon: boolean;
  isCommonlyBegun: boolean;
}

interface WordsHeld {
  list: number;
  words: string[];
}

/**
 * The items that are looked for: those of a Location, none of those that were found already, and in how many of the newest parts, or all.
 */
export interface Sought {
  locationID: string | undefined;
  but: readonly number[];
  most: number;
  parts: number | null;
}

/**
 * The newest items that the caller may see that have all words of any of the choices, each a list of places among the words, with the
 * columns that are compared.
 */
export function newestWithSome(
  caller: Caller,
  words: readonly AnyOfWords[],
  choices: readonly (readonly number[])[],
  { locationID, but, most, parts }: Sought,
): Statement<Neighbour> {
  const { group, scope } = caller;
  const newest = sql`(select max(id) from items where group_id = ${group.id}::int)`;
  const terms = searchTermsOfSome(caller, words, choices, locationID);
  const reached = sql`${locationID === undefined ? sql`true` : sql`location_id = ${locationID}`}
    and ${scope.all ? sql`true` : sql`location_id = ${anyOf(scope.locationIDs)}`}`;
  return unprepared(
    statement(sql<Neighbour>`
      select one.* from ${partsOf(group.id, terms, newest, parts === null ? null : sql`${parts}`)} parts, lateral (
        select ${COMPARED_COLUMNS} from (
          select * from items where group_id = ${group.id}::int and ${NOT_DELETED} and ${KEYS} @@ parts.keys offset 0
        ) found
        where status <> 'anonymized' and ${reached} and id <> all(${but}::int[])
      ) one
      order by parts.part desc, one.id desc limit ${sql.lit(most)}`),
  );
}
