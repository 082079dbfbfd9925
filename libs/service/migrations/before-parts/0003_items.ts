import { Migration } from '@mikro-orm/migrations';

/** Items, with full-text search over item, brand, place and owner. */
export class Items extends Migration {
  override up(): void {
    this.addSql('create extension if not exists unaccent');
    // `unaccent` depends on the search path and so may not stand in an index; with its dictionary named it never changes.
    this.addSql(`
      create function search_text(text) returns text
      language sql immutable strict parallel safe
      return public.unaccent('public.unaccent'::regdictionary, $1)`);
    this.addSql(`
      create table items (
        group_id int not null,
        id int not null,
        location_id text not null,
        item text not null,
        location text not null,
        departured_date text not null,
        shipping json not null,
        item_storage text,
        internal_notes text,
        image_url text,
        custom_storage_days int,
        brand text,
        colors text[] not null,
        categories text[] not null,
        owner json not null,
        language_id int,
        language_code text,
        status text not null,
        storage_expires_at timestamptz(3) not null,
        registered_by int,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        search tsvector not null generated always as (
          to_tsvector('simple', search_text(
            item || ' ' || coalesce(brand, '') || ' ' || location || ' ' ||
            coalesce(owner ->> 'firstName', '') || ' ' || coalesce(owner ->> 'lastName', '') || ' ' ||
            coalesce(owner ->> 'contactEmail', '') || ' ' || coalesce(owner ->> 'phoneNumber', '') || ' ' ||
            coalesce(owner ->> 'reservationNumber', '') || ' ' || coalesce(owner ->> 'activityNumber', '') || ' ' ||
            coalesce(owner ->> 'agreementNumber', '')
          ))
        ) stored,
        primary key (group_id, id)
      )`);
    this.addSql('create index items_by_location on items (group_id, location_id, id desc)');
    this.addSql('create index items_by_status on items (group_id, status, id desc)');
    this.addSql('create index items_by_creation on items (group_id, created_at)');
    this.addSql('create index items_by_update on items (group_id, updated_at)');
    this.addSql('create index items_search on items using gin (search)');
  }
}
