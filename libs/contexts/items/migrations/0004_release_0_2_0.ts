import { OnlineMigration } from '#platform/database';

/** Filters of items at a bit each: whether its owner can be reached, its categories and its colors. */
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

/** The beginning of each key: the Group, and which 16,384 of its items. */
const PLACE = `group_id || '.' || (id >> 14) || '.'`;

const NOT_DELETED = `status <> 'deleted'`;
const EXPIRES_AT = `(case when status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest') then storage_expires_at
  else 'infinity'::timestamptz end)`;

/**
 * Full-text search in storage place, notes and external IDs too; listings by what they filter, in their orders; payments, matches, and
 * what other contexts may join (docs/adr/0022-listings-of-a-million-items.md). A trigger writes what is sought by, for the release before
 * this one too; the column stays as it is, so that no row is rewritten.
 */
export class ItemsOf020 extends OnlineMigration {
  static readonly replaces = [
    'items/0002_views',
    'items/0004_search',
    'items/0005_listing',
    'items/0006_matches',
    'items/0006_parcels',
    'items/0007_references',
    'items/0008_payments',
    'items/0009_to_match',
    'items/0010_contact_images',
    'items/0011_contact_names',
    'items/0012_parcel_payments',
    'items/0013_sought',
    'items/0014_photos_to_match',
    'items/0015_vacuumed',
  ];

  override up(): void {
    this.columns();
    this.views();
    this.indexes();
  }

  private columns(): void {
    this.addSql('alter table items alter column search drop expression if exists');
    this.addSql(`
      alter table items
        add column if not exists facets bigint,
        add column if not exists request_id integer,
        add column if not exists payment json`);
    // Dead rows are cleaned at a twentieth of the table, as each change of an item leaves one in every index (docs/scaling.md).
    this.addSql('alter table items set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)');
    this.addSql(`
      create or replace function item_facets(text[]) returns bigint
      language sql immutable strict parallel safe
      return (
        select coalesce(bit_or(1::bigint << (array_position('${FACETS}'::text[], facet) - 1)), 0) from unnest($1) as facet
      )`);
    this.addSql(`
      create or replace function number_key(text) returns text
      language sql immutable strict parallel safe
      return lower(regexp_replace($1, '[\\s‐‑‒–—−-]+', '', 'g'))`);
    this.addSql(`
      create or replace function item_search() returns trigger language plpgsql as $$
      begin
        new.search := to_tsvector('simple', search_text(concat_ws(' ', ${SEARCHED.join(', ')})));
        new.facets := item_facets(new.categories || new.colors ||
          case when new.owner ->> 'contactEmail' is not null or new.owner ->> 'phoneNumber' is not null then '{contact}'::text[] end);
        return new;
      end $$`);
    this.addSql(`
      create or replace trigger item_search
      before insert or update of item, brand, location, item_storage, internal_notes, external_id, owner, categories, colors on items
      for each row execute function item_search()`);
    // The trigger fills both columns.
    this.backfill({ table: 'items', set: 'item = item', where: 'facets is null' });
  }

  private views(): void {
    this.addSql(`
      create or replace view item_descriptions as
      select group_id, id, location_id, status, item, brand, location, departured_date, colors, categories, owner, search, image_url
      from items`);
    this.addSql(`
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing,
        case when owner ->> 'firstName' is not null then concat_ws(' ', owner ->> 'firstName', owner ->> 'lastName') end as name,
        owner ->> 'contactEmail' as email, owner ->> 'phoneNumber' as phone_number, language_id, language_code,
        storage_expires_at as ends_at, request_id, image_url
      from items`);
    this.addSql(`
      create or replace view item_parcels as
      select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number,
        payment ->> 'paymentStatus' as payment_status
      from items`);
    this.addSql('create or replace view item_references as select group_id, id, location_id, status, external_id from items');
  }

  /**
   * A search has one index of keys that begin with their place, instead of one where the Group is a key of its own: it reads the newest
   * items first and never those of other Groups. The keys are one expression without a query in it, which PostgreSQL computes in a
   * fraction of the time. Keys of more than 250 characters are cut: longer ones may not fit.
   */
  private indexes(): void {
    this.addSql(`
      create or replace function item_keys(group_id integer, id integer, search tsvector, status text, location_id text, facets text[])
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
    this.addSql(
      `create index concurrently items_listed on items (group_id, id desc) include (status, location_id, facets) where ${NOT_DELETED}`,
    );
    this.addSql('create index concurrently items_by_place on items (group_id, location_id, status, id desc)');
    this.addSql(`create index concurrently items_by_made on items (group_id, created_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently items_by_change on items (group_id, updated_at, id) where ${NOT_DELETED}`);
    this.addSql(`create index concurrently items_by_expiry on items (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`);
    this.addSql(
      `create index concurrently items_by_day on items (group_id, departured_date, location_id, id) where ${NOT_DELETED}`,
    );
    this.addSql(`
      create index concurrently items_by_reservation on items (group_id, number_key(owner ->> 'reservationNumber'))
      where owner ->> 'reservationNumber' is not null`);
    this.addSql(`
      create index concurrently items_sought
      on items using gin (item_keys(group_id, id, search, status, location_id, array_cat(colors, categories)))
      with (gin_pending_list_limit = 64) where status <> 'deleted'`);
    this.addSql(`
      create index concurrently items_to_match on items (group_id, location_id, departured_date, id)
      where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest', 'left-behind', 'expired')`);
    // Each of these is the beginning of one above, or is in that of what is sought.
    this.addSql('drop index concurrently if exists items_by_location');
    this.addSql('drop index concurrently if exists items_by_creation');
    this.addSql('drop index concurrently if exists items_by_update');
    this.addSql('drop index concurrently if exists items_by_date');
    this.addSql('drop index concurrently if exists items_by_color');
    this.addSql('drop index concurrently if exists items_by_category');
    this.addSql('drop index concurrently if exists items_search');
    this.addSql('drop index concurrently if exists items_found');
  }
}
