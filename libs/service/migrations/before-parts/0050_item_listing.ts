import { Migration } from '@mikro-orm/migrations';

/** What stands between words, the quote doubled as SQL wants it. Other signs become these with their accents, or the parser drops them. */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

/** Full text by the beginnings of words, and indexes for every filter of the items listing. */
export class ItemListing extends Migration {
  override up(): void {
    this.addSql('create extension if not exists btree_gin');
    // Accents go however they were composed, and punctuation goes, so that `Schmidt` finds anna.schmidt@example.com.
    this.addSql(`
      create or replace function search_text(text) returns text
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
    // What the column holds was made by the function as it was, so that it is made anew.
    this.addSql('alter table items drop column search');
    this.addSql(`
      alter table items add column search tsvector not null generated always as (
        to_tsvector('simple', search_text(
          item || ' ' || coalesce(brand, '') || ' ' || location || ' ' ||
          coalesce(owner ->> 'firstName', '') || ' ' || coalesce(owner ->> 'lastName', '') || ' ' ||
          coalesce(owner ->> 'contactEmail', '') || ' ' || coalesce(owner ->> 'phoneNumber', '') || ' ' ||
          coalesce(owner ->> 'reservationNumber', '') || ' ' || coalesce(owner ->> 'activityNumber', '') || ' ' ||
          coalesce(owner ->> 'agreementNumber', '')
        ))
      ) stored`);
    this.addSql('create index items_search on items using gin (group_id, search)');
    this.addSql('create index items_by_color on items using gin (group_id, colors)');
    this.addSql('create index items_by_category on items using gin (group_id, categories)');
  }
}
