import { OnlineMigration } from '#platform/database';

/** What an item can be filtered by at a bit each: whether its owner can be reached, its categories and its colors. */
const FACETS = `{contact,bag,clothing,electronic_main,electronic_secondary,jewelry,misc,personal_care,private_item,toy,
  black,grey,white,cream,beige,orange,red,burgundy,pink,purple,lightBlue,blue,navy,mint,green,darkGreen,sand,brown,yellow,silver,gold,multiColor}`;

const SEARCHED = [
  ...['item', 'brand', 'location', 'item_storage', 'internal_notes', 'external_id'].map((column) => `new.${column}`),
  ...['firstName', 'lastName', 'contactEmail', 'phoneNumber', 'reservationNumber', 'activityNumber', 'agreementNumber'].map(
    (field) => `new.owner ->> '${field}'`,
  ),
  ...['address', 'address2', 'city', 'zipCode', 'companyName'].map((field) => `new.owner -> 'address' ->> '${field}'`),
  `regexp_replace(new.owner ->> 'phoneNumber', '\\D', '', 'g')`,
];

/**
 * Full-text search in storage place, notes and external IDs too, and what listings filter by in one number. A trigger writes both, for the
 * release before this one too; the column stays as it is, so that no row is rewritten.
 */
export class ItemSearch extends OnlineMigration {
  override up(): void {
    this.addSql('alter table items alter column search drop expression');
    this.addSql('alter table items add column facets bigint');
    this.addSql(`
      create function item_facets(text[]) returns bigint
      language sql immutable strict parallel safe
      return (
        select coalesce(bit_or(1::bigint << (array_position('${FACETS}'::text[], facet) - 1)), 0) from unnest($1) as facet
      )`);
    this.addSql(`
      create function number_key(text) returns text
      language sql immutable strict parallel safe
      return lower(regexp_replace($1, '[\\s‐‑‒–—−-]+', '', 'g'))`);
    this.addSql(`
      create function item_search() returns trigger language plpgsql as $$
      begin
        new.search := to_tsvector('simple', search_text(concat_ws(' ', ${SEARCHED.join(', ')})));
        new.facets := item_facets(new.categories || new.colors ||
          case when new.owner ->> 'contactEmail' is not null or new.owner ->> 'phoneNumber' is not null then '{contact}'::text[] end);
        return new;
      end $$`);
    this.addSql(`
      create trigger item_search
      before insert or update of item, brand, location, item_storage, internal_notes, external_id, owner, categories, colors on items
      for each row execute function item_search()`);
    // The trigger fills both columns.
    this.backfill({ table: 'items', set: 'item = item', where: 'facets is null' });
  }
}
