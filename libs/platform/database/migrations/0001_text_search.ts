import { Migration } from '@mikro-orm/migrations';

/** What stands between words, the quote doubled as SQL wants it. Other signs become these with their accents, or the parser drops them. */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** The functions of full-text search, the extensions behind them and similarity, and where the numbers of Groups are drawn. */
export class TextSearch extends Migration {
  override up(): void {
    this.addSql('create extension if not exists unaccent');
    this.addSql('create extension if not exists pg_trgm');
    this.addSql('create extension if not exists btree_gin');
    // A sequence for each Group and kind (see libs/platform/database/identifiers.ts).
    this.addSql('create schema numbers');
    // `unaccent` depends on the search path and so may not stand in an index; with its dictionary named it never changes.
    // Accents go however they were composed, and punctuation goes, so that `Schmidt` finds anna.schmidt@example.com.
    this.addSql(`
      create function search_text(text) returns text
      language sql immutable strict parallel safe
      return translate(
        public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC)),
        '${PUNCTUATION}', '${' '.repeat(PUNCTUATION.length - 1)}'
      )`);
    // Every word of a question is the beginning of a word of the text. Null, which finds nothing, without any word.
    this.addSql(`
      create function search_query(text) returns tsquery
      language sql immutable strict parallel safe
      return (
        select to_tsquery('simple', string_agg('''' || word || ''':*', ' & '))
        from regexp_split_to_table(search_text($1), '\\s+') as word where word <> ''
      )`);
  }
}
