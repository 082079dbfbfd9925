import { OnlineMigration } from '#platform/database';

/** Shipping rates of a Location, and the columns that other contexts may join. */
export class LocationsOf020 extends OnlineMigration {
  static readonly replaces = ['locations/0002_views', 'locations/0003_contacts', 'locations/0004_shipping'];

  override up(): void {
    this.addSql(`
      create or replace view location_directory as
      select group_id, id, location_id, name, country_id, reference, active from locations`);
    this.addSql(`
      create or replace view location_contacts as
      select group_id, location_id, name, address, contact_details ->> 'contactEmail' as email,
        contact_details ->> 'contactEmailCC' as email_cc, contact_details ->> 'phoneNumber' as phone_number
      from locations`);
    this.addSql('alter table locations add column if not exists shipping json');
  }
}
