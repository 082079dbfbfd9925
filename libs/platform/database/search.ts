import { type RawBuilder, sql } from 'kysely';

/**
 * The full-text query of terms of which any will do, each the beginning of a word or of words that follow each other; accents and case
 * don't matter. Fits `search` columns; `search_query` is its like in SQL where all words must occur.
 */
export function searchAny(terms: readonly string[]): RawBuilder<unknown> {
  return sql`to_tsquery('simple', (
    select string_agg('''' || term || ''':*', ' | ')
    from (select search_text(given) as term from unnest(${terms}::text[]) given) plain
    where term ~ '[[:alnum:]]'))`;
}
