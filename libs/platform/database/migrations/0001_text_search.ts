import { Migration } from '@mikro-orm/migrations';

/** ASCII punctuation, with the quote doubled for SQL. Other punctuation is mapped to it by `unaccent`, or dropped by the parser. */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** The functions of full-text search, the extensions for it and for similarity, and the schema of the sequences of Groups. */
export class TextSearch extends Migration {
  override up(): void {
    // Some managed databases refuse `if not exists` too where the extension is there.
    for (const name of ['unaccent', 'pg_trgm', 'btree_gin'])
      this.addSql(`
        do $$ begin
          if not exists (select from pg_extension where extname = '${name}') then create extension ${name}; end if;
        end $$`);
    // One sequence per Group and kind of record (see libs/platform/database/identifiers.ts).
    this.addSql('create schema numbers');
    // `unaccent` depends on the search path and so cannot be used in an index; with its dictionary named it is immutable.
    // Accents, composed or not, and punctuation are removed, so that `Schmidt` finds anna.schmidt@example.com.
    // The schema of an extension that is there is anybody's choice; a restored dump, which has no search path, needs it named.
    this.addSql(`
      do $do$
      declare
        named text := (select extnamespace::regnamespace || '.unaccent' from pg_extension where extname = 'unaccent');
      begin
        execute replace(replace($sql$
          create function search_text(text) returns text
          language sql immutable strict parallel safe
          return translate(
            @function@(@dictionary@::regdictionary, normalize($1, NFKC)),
            '${PUNCTUATION}', '${' '.repeat(PUNCTUATION.length - 1)}'
          )$sql$, '@function@', named), '@dictionary@', quote_literal(named));
      end $do$`);
    // Every word of the query must be the prefix of a word of the text. A query without words is null, which matches nothing.
    this.addSql(`
      create function search_query(text) returns tsquery
      language sql immutable strict parallel safe
      return (
        select to_tsquery('simple', string_agg('''' || word || ''':*', ' & '))
        from regexp_split_to_table(search_text($1), '\\s+') as word where word <> ''
      )`);
  }
}
