import { type RawBuilder, sql } from 'kysely';

/**
 * A full-text query that matches any of the terms, each the beginnings of words; accents, case and variants of letters are ignored.
 * All of it is a subquery: else PostgreSQL would read the text of the query again for each row.
 * For `search` columns; the SQL function `search_query` is its counterpart that requires all words.
 */
export function searchAny(terms: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(select string_agg(search_query(given)::text, ' | ')::tsquery from unnest(${terms}::text[]) given)`;
}

/** A full-text query that matches any of the words as a whole, which costs a fifth of searching for its beginnings. */
export function searchAnyWord(words: RawBuilder<readonly string[]>): RawBuilder<unknown> {
  return sql`(
    select string_agg(plainto_tsquery('simple', array_to_string(sought_words(given), ' '))::text, ' | ')::tsquery
    from unnest(${words}::text[]) given)`;
}
