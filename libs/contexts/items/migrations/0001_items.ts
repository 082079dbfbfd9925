import { Migration } from '@mikro-orm/migrations';

/** Items, with indexes for the filters of the listing, full-text search, expiry and erasure. */
export class Items extends Migration {
  override up(): void {
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
        shipment json,
        erased boolean not null default false,
        search tsvector not null generated always as (
          to_tsvector('simple', search_text(
            coalesce(item, '') || ' ' ||
            coalesce(brand, '') || ' ' ||
            coalesce(location, '') || ' ' ||
            coalesce(owner ->> 'firstName', '') || ' ' ||
            coalesce(owner ->> 'lastName', '') || ' ' ||
            coalesce(owner ->> 'contactEmail', '') || ' ' ||
            coalesce(owner ->> 'phoneNumber', '') || ' ' ||
            coalesce(owner ->> 'reservationNumber', '') || ' ' ||
            coalesce(owner ->> 'activityNumber', '') || ' ' ||
            coalesce(owner ->> 'agreementNumber', '') || ' ' ||
            coalesce(owner -> 'address' ->> 'address', '') || ' ' ||
            coalesce(owner -> 'address' ->> 'address2', '') || ' ' ||
            coalesce(owner -> 'address' ->> 'city', '') || ' ' ||
            coalesce(owner -> 'address' ->> 'zipCode', '') || ' ' ||
            coalesce(owner -> 'address' ->> 'companyName', '') || ' ' ||
            regexp_replace(coalesce(owner ->> 'phoneNumber', ''), '\\D', '', 'g')
          ))
        ) stored,
        primary key (group_id, id)
      )`);
    this.addSql('create index items_by_location on items (group_id, location_id, id desc)');
    this.addSql('create index items_by_status on items (group_id, status, id desc)');
    this.addSql('create index items_by_creation on items (group_id, created_at)');
    this.addSql('create index items_by_update on items (group_id, updated_at)');
    this.addSql('create index items_by_color on items using gin (group_id, colors)');
    this.addSql('create index items_by_category on items using gin (group_id, categories)');
    this.addSql('create index items_by_date on items (group_id, location_id, departured_date)');
    this.addSql(`create index items_by_owner on items (group_id, lower(owner ->> 'contactEmail'))`);
    this.addSql('create index items_search on items using gin (group_id, search)');
    this.addSql(`
      create index items_expiring on items (storage_expires_at)
      where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest')`);
    this.addSql(`
      create index items_to_erase on items (group_id, updated_at)
      where not erased and status in ('delivered', 'left-behind', 'finished', 'expired', 'deleted')`);
  }
}
