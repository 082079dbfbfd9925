import { OnlineMigration } from '#platform/database';

/** What each key begins with: the Group, and which 16,384 of its items. */
const PLACE = `group_id || '.' || (id >> 14) || '.'`;

/**
 * One index of keys that begin with their place, instead of one where the Group is a key of its own: a search reads the newest items
 * first and never those of other Groups (docs/adr/0022-listings-of-a-million-items.md). Written as one expression without a query in it,
 * which PostgreSQL computes in a fraction of the time. Keys of more than 250 characters are cut: longer ones may not fit.
 */
export class ItemsSought extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create function item_keys(group_id integer, id integer, search tsvector, status text, location_id text, facets text[])
      returns tsvector
      language sql immutable parallel safe
      return array_to_tsvector(string_to_array(
        ${PLACE} || array_to_string(
          case when octet_length(search::text) < 1000 then tsvector_to_array(search)
          else string_to_array(
            regexp_replace(array_to_string(tsvector_to_array(search), E'\\t'), '([^\\t]{250})[^\\t]+', '\\1', 'g'), E'\\t')
          end || array['#' || status, '@' || location_id] || string_to_array('=' || array_to_string(facets, E'\\t='), E'\\t'),
          E'\\t' || ${PLACE}
        ), E'\\t'
      ))`);
    this.addSql(`
      create index concurrently items_sought
      on items using gin (item_keys(group_id, id, search, status, location_id, array_cat(colors, categories)))
      with (gin_pending_list_limit = 64) where status <> 'deleted'`);
    this.addSql('drop index concurrently if exists items_found');
  }
}
