import { type RawBuilder, sql } from 'kysely';

/**
 * The full-text query of what somebody typed: all words must occur, accents and case don't matter, and each may be the
 * beginning of a word. Words without letters or digits ask for nothing; nothing but such words finds nothing.
 * Fits `search` columns, which hold `to_tsvector('simple', search_text(…))`.
 */
export function searchQuery(typed: string): RawBuilder<unknown> {
  return queryOf(typed.split(/\s+/), ' & ');
}

/** The same where any of the words will do. */
export function searchAny(words: readonly string[]): RawBuilder<unknown> {
  return queryOf(words, ' | ');
}

function queryOf(words: readonly string[], operator: string): RawBuilder<unknown> {
  // Quotes and backslashes have a meaning in `to_tsquery`; removing accents may bring some, so they go after that.
  return sql`to_tsquery('simple', (
    select string_agg('''' || word || ''':*', ${sql.lit(operator)})
    from (select translate(search_text(given), '''\\', '  ') as word from unnest(${words}::text[]) given) plain
    where word ~ '[[:alnum:]]'))`;
}
