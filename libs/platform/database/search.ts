import { type RawBuilder, sql } from 'kysely';

/**
 * A full-text query that matches any of the terms, each the prefix of a word or of consecutive words; accents and case are ignored.
 * All of it is a subquery: else PostgreSQL would read the text of the query again for each row.
 * For `search` columns; the SQL function `search_query` is its counterpart that requires all words.
 */
export function searchAny(terms: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(
    select to_tsquery('simple', string_agg('''' || term || ''':*', ' | '))
    from (select search_text(given) as term from unnest(${terms}::text[]) given) plain
    where term ~ '[[:alnum:]]')`;
}

/** A full-text query that matches any of the words as a whole, which costs a fifth of searching for its beginnings. */
export function searchAnyWord(words: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(
    select to_tsquery('simple', string_agg('''' || word || '''', ' | '))
    from (select search_text(given) as word from unnest(${words}::text[]) given) plain
    where word ~ '[[:alnum:]]')`;
}
