import { Migration } from '@mikro-orm/migrations';

/** Languages and Locations. */
export class LanguagesAndLocations extends Migration {
  override up(): void {
    this.addSql(`
      create table locations (
        group_id int not null,
        id int not null,
        location_id text not null,
        name text not null,
        address json not null,
        country_id text not null generated always as (address ->> 'countryID') stored,
        contact_details json not null,
        item_storage_days int not null,
        days_before_request_expires int not null,
        storage_after_item_storage_days int not null,
        pickup_details json not null,
        reference text,
        options json not null,
        active boolean not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id),
        unique (group_id, location_id)
      )`);
    this.addSql('create index locations_by_country on locations (group_id, country_id)');

    this.addSql(`
      create table languages (
        group_id int not null references groups,
        id int not null,
        language text not null,
        code text not null,
        location_id text,
        is_default boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3),
        primary key (group_id, id)
      )`);
    this.addSql(`create unique index languages_code on languages (group_id, coalesce(location_id, ''), lower(code))`);
    this.addSql(`create unique index languages_default on languages (group_id, coalesce(location_id, '')) where is_default`);
  }
}
